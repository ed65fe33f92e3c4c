/** The developers' pages: the log of events as it grows, a request explained, and use by operation. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { api } from '../../harness/server-process.ts'
import { until } from '../../harness/until.ts'
import { withoutChromium, type WatchedPage } from '../connect/chromium.ts'
import { assertReadable, startConsoleWorld, type ConsoleWorld } from './world.ts'

describe('the pages of developers', { skip: withoutChromium(), concurrency: false }, () => {
  let world: ConsoleWorld
  let own: WatchedPage
  let page: Page
  const live = <T>(method: string, url: string, body?: unknown, headers?: Record<string, string>) =>
    api<T>(world.server(), world.server().keys.liveKey, method, url, body, headers)
  let listingId: string
  /** Makes an event. */
  const block = (date: string) =>
    live('PUT', `/v1/availability/${listingId}`, { dates: [date], available: false })
  before(async () => {
    world = await startConsoleWorld()
    const body = { email: 'ada@example.com', role: 'owner' }
    const invited = await live<{ invitationLink: string }>('POST', '/v1/members', body)
    const home = await live<{ id: string }>('POST', '/v1/listings', { name: 'Harbour loft', currency: 'EUR' })
    listingId = home.body.id
    const { search, hash } = new URL(invited.body.invitationLink)
    own = await world.open()
    page = own.page
    await page.goto(`${world.origin()}/console${search}${hash}`)
    await page.locator('button.main').click()
    await page.locator('nav.side').waitFor({ state: 'attached' })
  })
  after(() => world.stop())

  test('an event stands in the log by itself, soon after it happened', async () => {
    await page.goto(world.addressOf('/developers/events'))
    await page.getByRole('table').waitFor()
    const rows = page.locator('tbody tr')
    const before = await rows.count()
    await block('2031-05-05')
    await until('the new event', async () => (await rows.count()) > before)
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: 'Go on' }).waitFor()
    const paused = await rows.count()
    await block('2031-05-06')
    await page.waitForTimeout(5_000)
    assert.equal(await rows.count(), paused)
    await page.getByRole('button', { name: 'Go on' }).click()
    await until('the rest', async () => (await rows.count()) > paused)
    await rows.first().locator('button.link').click()
    await page.getByRole('dialog').waitFor()
    assert.match(page.url(), /\?event=/)
    await page.reload()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await assertReadable(page, 'events-live')
  })

  test('a request is explained: who asked, its limits, where its time went', async () => {
    await live('GET', '/v1/listings', undefined, { 'x-request-id': 'explain-me-1' })
    await until('the story', async () => (await live('GET', '/v1/requests/explain-me-1')).status === 200)
    await page.goto(world.addressOf('/developers/requests/explain-me-1'))
    await page.getByRole('heading', { name: 'Limits' }).waitFor()
    await page.getByText('in a minute, of the key').waitFor()
    await assertReadable(page, 'request-explained')
  })

  test('use is plotted by day, and drawn by operation', async () => {
    await until('the counts', async () => {
      const { body } = await live<{ breakdown: unknown[] }>('GET', '/v1/usage/summary?range=7d')
      return body.breakdown.length > 1
    })
    await page.goto(world.addressOf('/developers/usage?range=7d'))
    await page.locator('.plot canvas').waitFor()
    await page.locator('progress.share').first().waitFor()
    await assertReadable(page, 'usage-by-operation')
    assert.deepEqual(own.complaints, [])
  })
})
