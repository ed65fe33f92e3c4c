/** Prices and markets in the console: recommended, explained, applied, bounded, and beside those of the market. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { makeCity, usualCity } from '../../../scripts/make-city.ts'
import { runScript } from '../../harness/child.ts'
import { testFolder } from '../../harness/folder.ts'
import { api } from '../../harness/server-process.ts'
import { withoutChromium, type Looks } from '../connect/chromium.ts'
import {
  assertReadable,
  heading,
  openSandbox,
  settled,
  startConsoleWorld,
  type ConsoleWorld,
} from './world.ts'

interface Home {
  id: string
  name: string
  currency: string
  latitude: number
  longitude: number
}

interface Night {
  date: string
  status: string
  recommendedPrice: number
}

describe('prices in the console', { skip: withoutChromium(), concurrency: false }, () => {
  let world: ConsoleWorld
  let home: Home
  const city = testFolder()
  before(async () => {
    world = await startConsoleWorld()
    await world.makeOwner()
    const { data } = await ask<{ data: { id: string }[] }>('GET', '/v1/listings?limit=1')
    home = await ask<Home>('GET', `/v1/listings/${data[0]?.id}`)
    await loadCity()
  })
  after(async () => {
    await world.stop()
    city.remove()
  })

  const ask = async <T>(method: string, url: string): Promise<T> => {
    const answer = await api<T>(world.server(), world.server().keys.sandboxKey, method, url)
    assert.equal(answer.status, 200, `${method} ${url}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const nights = async () =>
    (await ask<{ recommendations: Night[] }>('GET', `/v1/listings/${home.id}/pricing`)).recommendations

  /** A city around the first home of the sandbox. */
  async function loadCity(): Promise<void> {
    await makeCity(city.folder, {
      ...usualCity,
      latitude: home.latitude,
      longitude: home.longitude,
      date: new Date().toISOString().slice(0, 10),
      days: 120,
    })
    const load = runScript(
      'src/cli.ts',
      ['markets', 'import', city.folder, '--city', 'Harbour', '--country', 'PT', '--currency', home.currency],
      { env: { DATABASE_URL: world.databaseUrl, LOG_LEVEL: 'warn' } },
    )
    assert.equal(await load.ended, 0, load.err())
  }

  async function openPrices(looks: Looks, tab: string) {
    const watched = await world.signIn(looks)
    await openSandbox(watched.page)
    await watched.page.goto(world.addressOf(`/pricing/${home.id}/${tab}`))
    await settled(watched.page)
    return watched
  }
  const nextMonth = () => {
    const now = new Date()
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 15)).toISOString().slice(0, 7)
  }

  test('a night is explained, and its parts add up to its price', async () => {
    const { page, complaints, context } = await openPrices({}, `nights?month=${nextMonth()}`)
    await page.locator('.plot canvas').waitFor()
    await assertReadable(page, 'prices-nights')
    await page.locator('tbody button.link').first().click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('.waterfall').waitFor()
    assert.match(page.url(), /night=\d{4}-\d\d-\d\d/)
    await assertReadable(page, 'prices-parts')
    const [night] = await nights()
    assert.ok(night)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    assert.doesNotMatch(page.url(), /night=/)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('prices are applied after a look at what changes, once', async () => {
    const { page, complaints, context } = await openPrices({}, `nights?month=${nextMonth()}`)
    const ticks = page.locator('input.tick:not([disabled])')
    await ticks.nth(0).check()
    await ticks.nth(1).check()
    await page.getByRole('button', { name: 'Apply 2 prices' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('2 nights get their recommended prices.').waitFor()
    await dialog.getByText('Bounds:').waitFor()
    await assertReadable(page, 'prices-apply')
    await dialog.getByRole('button', { name: 'Apply now' }).dblclick()
    await page.getByText('2 prices are applied.').waitFor()
    await page.locator('tbody .badge.good').nth(1).waitFor()
    assert.equal((await nights()).filter(({ status }) => status === 'applied').length, 2)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('the strategy keeps what was not touched, and a wrong bound says why', async () => {
    const { page, complaints, context } = await openPrices({}, 'strategy')
    await assertReadable(page, 'prices-strategy')
    await page.getByLabel('Lowest price').fill('90')
    await page.getByLabel('Highest price').fill('80')
    await page.getByRole('button', { name: 'Save the strategy' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel('Highest price').fill('400.50')
    await page.getByLabel('Saturday').fill('1.2')
    await page.getByRole('button', { name: 'Save the strategy' }).click()
    await page.getByText('The strategy is saved.').waitFor()
    const kept = await ask<Record<string, unknown>>('GET', `/v1/listings/${home.id}/pricing/strategy`)
    assert.deepEqual(kept['dayOfWeekMultipliers'], { saturday: 1.2 })
    assert.deepEqual([kept['minPrice'], kept['maxPrice'], kept['maxDailyChangePct']], [90, 400.5, 15])
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('homes nearby are plotted and named with whose data it is', async () => {
    const { page, complaints, context } = await openPrices({}, 'comparables')
    await page.locator('.scatter circle.other').first().waitFor()
    await page.getByText('Inside Airbnb').first().waitFor()
    await assertReadable(page, 'prices-comparables')
    await page.goto(world.addressOf('/pricing'))
    await page.getByRole('link', { name: 'Harbour' }).click()
    await heading(page).getByText('Harbour').waitFor()
    await page.locator('.plot canvas').waitFor()
    await assertReadable(page, 'prices-market')
    assert.deepEqual(complaints, [])
    await context.close()
  })

  for (const looks of [{ width: 360 }, { colorScheme: 'dark', locale: 'fr-FR' }] satisfies Looks[]) {
    test(`every part can be read by everybody: ${JSON.stringify(looks)}`, async () => {
      const { page, complaints, context } = await openPrices(looks, 'nights')
      const of = Object.values(looks).join('-')
      const addresses: Record<string, string> = {
        overview: '/pricing',
        nights: `/pricing/${home.id}/nights?month=${nextMonth()}`,
        strategy: `/pricing/${home.id}/strategy`,
        comparables: `/pricing/${home.id}/comparables`,
        market: '/markets/Harbour',
      }
      for (const [name, address] of Object.entries(addresses)) {
        await page.goto(world.addressOf(address))
        await assertReadable(page, `prices-${name}-${of}`)
      }
      assert.deepEqual(complaints, [])
      await context.close()
    })
  }

  test('who only reads is shown no button that writes', async () => {
    const { page, context } = await world.signIn()
    const link = await inviteReader(page)
    await context.close()
    const reader = await world.open()
    await reader.page.goto(`${world.origin()}/console${link.search}${link.hash}`)
    await reader.page.getByRole('button', { name: 'Sign in' }).click()
    await heading(reader.page).getByText('Today').waitFor()
    await openSandbox(reader.page)
    await reader.page.goto(world.addressOf(`/pricing/${home.id}/nights?month=${nextMonth()}`))
    await settled(reader.page)
    await reader.page.locator('tbody button.link').first().waitFor()
    assert.equal(await reader.page.locator('input.tick, .actions button').count(), 0)
    await reader.page.goto(world.addressOf(`/pricing/${home.id}/strategy`))
    await settled(reader.page)
    await reader.page.getByText('Lowest price').waitFor()
    assert.equal(await reader.page.locator('main input, main form button').count(), 0)
    await reader.context.close()
  })

  async function inviteReader(page: Page): Promise<URL> {
    await page.goto(world.addressOf('/settings/members'))
    await page.getByRole('button', { name: 'Invite a person' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('E-mail address').fill('reader@example.com')
    await dialog.getByLabel('Role').selectOption('read_only')
    await dialog.getByRole('button', { name: 'Invite' }).click()
    return new URL(await dialog.locator('code.secret').innerText())
  }
})
