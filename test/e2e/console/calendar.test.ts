/** The calendar in the browser: what a cell says, what channels show, and stays that are moved. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { api } from '../../harness/server-process.ts'
import { withoutChromium, type WatchedPage } from '../connect/chromium.ts'
import { assertReadable, openSandbox, settled, startConsoleWorld, type ConsoleWorld } from './world.ts'

const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)

interface Stay {
  id: string
  checkIn: string
  checkOut: string
}

describe('the calendar of the console', { skip: withoutChromium(), concurrency: false }, () => {
  let world: ConsoleWorld
  let own: WatchedPage
  let page: Page
  let stay: Stay
  const sandbox = <T>(method: string, url: string, body?: unknown) =>
    api<T>(world.server(), world.server().keys.sandboxKey, method, url, body)
  const reread = async () => (await sandbox<Stay>('GET', `/v1/reservations/${stay.id}`)).body
  before(async () => {
    world = await startConsoleWorld()
    const { liveKey } = world.server().keys
    const body = { email: 'ada@example.com', role: 'owner' }
    const invited = await api<{ invitationLink: string }>(
      world.server(),
      liveKey,
      'POST',
      '/v1/members',
      body,
    )
    const { search, hash } = new URL(invited.body.invitationLink)
    own = await world.open()
    page = own.page
    await page.goto(`${world.origin()}/console${search}${hash}`)
    await page.locator('button.main').click()
    await page.locator('nav.side').waitFor({ state: 'attached' })
    await openSandbox(page)
    const home = await sandbox<{ id: string }>('POST', '/v1/listings', {
      name: '<img src=x onerror="document.title=1">',
      currency: 'EUR',
      defaultDailyPrice: 100,
      timeZone: 'Pacific/Auckland',
    })
    const booked = await sandbox<Stay>('POST', '/v1/reservations', {
      ...{ listingId: home.body.id, checkIn: day(4), checkOut: day(7), guestCount: 1, platform: 'direct' },
      guest: { firstName: '<img src=x onerror="document.title=1">' },
    })
    stay = booked.body
    await page.goto(world.addressOf(`/calendar?listing=${home.body.id}`))
  })
  after(() => world.stop())

  const bar = () => page.locator(`.bar[data-stay="${stay.id}"]`)
  const dialog = () => page.getByRole('dialog')

  test('what hosts and guests wrote is text, and without the switch no stay can be moved', async () => {
    await bar().waitFor()
    assert.equal(await page.locator('main img').count(), 0)
    await bar().hover()
    await page.mouse.down()
    await page.mouse.move(900, 500)
    await page.mouse.up()
    assert.equal(await dialog().count(), 0)
    assert.equal(await bar().getAttribute('tabindex'), '-1')
  })

  test('a stay that is dragged ends in the dialog with its trial, and only then moves', async () => {
    await page.getByLabel('Move stays').check()
    const box = await bar().boundingBox()
    assert.ok(box)
    const y = box.y + box.height / 2
    await page.mouse.move(box.x + box.width / 2, y)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2 + 60, y, { steps: 4 })
    await page.mouse.move(box.x + box.width / 2 + 2 * 46, y, { steps: 4 })
    await page.mouse.up()
    await dialog().waitFor()
    assert.equal(await dialog().getByLabel('Check-in').inputValue(), day(6))
    assert.equal(await dialog().getByLabel('Check-out').inputValue(), day(9))
    assert.equal((await reread()).checkIn, day(4), 'dragging writes nothing')
    await dialog().getByRole('button', { name: 'Show what would change' }).click()
    await dialog().getByRole('button', { name: 'Change it now' }).waitFor()
    assert.equal((await reread()).checkIn, day(4), 'a trial writes nothing')
    await dialog().getByRole('button', { name: 'Change it now' }).click()
    await dialog().waitFor({ state: 'detached' })
    const { checkIn, checkOut } = await reread()
    assert.deepEqual([checkIn, checkOut], [day(6), day(9)])
  })

  test('the keyboard does the same: Alt and arrows, Enter; Escape drops the wish', async () => {
    await bar().focus()
    await page.keyboard.press('Alt+Shift+ArrowRight')
    await page.locator('.bar.moved').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.bar.moved').waitFor({ state: 'detached' })
    await page.keyboard.press('Alt+Shift+ArrowRight')
    await page.locator('.bar.moved').waitFor()
    await page.keyboard.press('Enter')
    await dialog().waitFor()
    assert.equal(await dialog().getByLabel('Check-out').inputValue(), day(10))
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    assert.equal((await reread()).checkOut, day(9))
  })

  test('a click on a stay still opens it', async () => {
    await bar().click()
    await page.waitForURL(new RegExp(`/reservations/${stay.id}$`))
    await page.goBack()
    await bar().waitFor()
  })

  test('each room has a lane of its own, named beside it', async () => {
    await page.goto(world.addressOf('/calendar?q=Lindenhof'))
    await page.locator('.unit-names li').first().waitFor()
    assert.deepEqual(await page.locator('.unit-names li').allInnerTexts(), ['101', '102'])
    await assertReadable(page, 'calendar-rooms')
  })

  test('a national holiday is marked where the listing is, named in words, and can be turned off', async () => {
    const made = await sandbox<{ id: string }>('POST', '/v1/listings', {
      ...{ name: 'Maison', currency: 'EUR', defaultDailyPrice: 100, countryCode: 'FR' },
    })
    const year = new Date().getUTCFullYear() + 1
    await page.goto(world.addressOf(`/calendar?listing=${made.body.id}`))
    await page.locator('.night.free').first().waitFor()
    await page.getByLabel('Go to date').fill(`${year}-07-12`)
    const night = page.locator('.night[title="Bastille Day"]')
    await night.waitFor()
    assert.match((await night.getAttribute('aria-label')) ?? '', /\(Bastille Day\), free/)
    await night.click()
    await dialog().getByText('Bastille Day').waitFor()
    await assertReadable(page, 'calendar-holiday')
    await page.keyboard.press('Escape')
    await page.getByLabel('Holidays').uncheck()
    await night.waitFor({ state: 'detached' })
    assert.match(page.url(), /holidays=off/)
  })

  test('the panel of a night says who set it to what', async () => {
    const made = await sandbox<{ id: string }>('POST', '/v1/listings', {
      ...{ name: 'Priced', currency: 'EUR', defaultDailyPrice: 100 },
    })
    const set = (query: string, body: object) =>
      sandbox('PUT', `/v1/availability/${made.body.id}${query}`, body)
    await set('', { dates: [day(3), day(4)], price: 131.5 })
    await set('?dry_run=true', { dates: [day(4)], price: 777 })
    await set('', { dates: [day(9)], price: 888 })
    await page.goto(world.addressOf(`/calendar?listing=${made.body.id}`))
    await page.locator('.night[data-values*="131.5"]').first().click()
    await dialog().getByLabel('Minimum nights').fill('3')
    await dialog().getByRole('button', { name: 'Show what would change' }).click()
    await dialog().getByRole('button', { name: 'Save' }).click()
    await dialog().waitFor({ state: 'detached' })
    await page.locator('.night[data-values*="131.5"]').first().click()
    const rows = dialog().locator('details .rows li')
    await dialog().getByText('Who set these nights').click()
    await rows.nth(1).waitFor()
    assert.equal(await rows.count(), 2, 'neither the trial nor another night')
    const [newest = '', first = ''] = await rows.allInnerTexts()
    assert.match(newest, /minimum 3 nights/)
    assert.match(first, /€131\.50/)
    await assertReadable(page, 'calendar-night-history')
    await page.keyboard.press('Escape')
  })

  /** Nothing of the sandbox is on its way to a channel for long, so the answer is given states to look at. */
  const makeUpStates = (of: Page) =>
    of.route('**/v1/listings/*/exposure*', async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as { channels: object[] }
      const states = ['confirmed', 'sent', 'pending', 'failed', 'refused', 'confirmed']
      const nights = states.map((state, ahead) => ({ date: day(ahead + 1), state, exposed: ahead === 5 }))
      const channels = ['airbnb', 'booking'].map((channel) => ({ channel, exposedNights: 1, nights }))
      await route.fulfill({ response, json: { ...body, channels } })
    })

  test('channels are marked night by night, and the legend says what marks mean', async () => {
    await makeUpStates(page)
    await page.goto(world.addressOf('/calendar?channels=1'))
    await page.locator('.night .mark').first().waitFor()
    const label = await page.locator('.night:has(.mark)').first().getAttribute('aria-label')
    assert.match(label ?? '', /: (confirmed|sent|to be sent|failed|refused|still sold there)/)
    await page.getByText('Legend').click()
    await page.getByText('on a channel: confirmed').waitFor()
    await assertReadable(page, 'calendar-channels')
    const reader = await world.signIn({ width: 360, colorScheme: 'dark', locale: 'fr-FR' })
    await openSandbox(reader.page)
    await makeUpStates(reader.page)
    await reader.page.goto(world.addressOf('/calendar?channels=1'))
    await settled(reader.page)
    await assertReadable(reader.page, 'calendar-channels-phone')
    // A call that is being answered when its window closes would fail the file.
    for (const one of [reader.page, page]) await one.unrouteAll({ behavior: 'wait' })
    await reader.context.close()
    assert.deepEqual(own.complaints, [])
  })
})
