/** A Booking.com property is claimed on the hosted page, and each room is mapped to a listing. */
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { api } from '../../harness/server-process.ts'
import { withoutChromium } from './chromium.ts'
import { weakContrasts } from './contrast.ts'
import { heading, screenshots, startConnectWorld, type ConnectWorld } from './world.ts'

interface Room {
  roomId: string
  roomName: string
  currency: string
}

describe('claiming a property of Booking.com', { skip: withoutChromium() }, () => {
  let world: ConnectWorld
  before(async () => {
    world = await startConnectWorld(['booking', 'hostaway'])
    mkdirSync(screenshots, { recursive: true })
  })
  after(() => world?.close())

  const vendor = () => {
    const { booking } = world.vendors
    assert.ok(booking)
    return booking
  }
  const hotelId = () => vendor().credentials.hotelId ?? ''
  const only = (more: object = {}) => world.session({ allowedProviders: ['booking'], ...more })
  const send = <T>(method: string, url: string, body?: object) =>
    api<T>(world.server, world.server.keys.liveKey, method, url, body)
  const extranet = async (connection: string) => {
    const answer = await fetch(`${vendor().control}/extranet/hotels/${hotelId()}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ connection }),
    })
    assert.ok(answer.ok, await answer.text())
  }
  const roomsOf = async (sessionId: string) => {
    const { body } = await send<{ rooms: Room[] }>('GET', `/v1/connect/booking/rooms?sessionId=${sessionId}`)
    return body.rooms
  }
  const claim = async (page: Page, button = 'Connect') => {
    await page.locator('#field-hotelId').fill(hotelId())
    await page.getByRole('button', { name: button, exact: true }).click()
  }
  const assertReadable = async (page: Page, name: string, width: number) => {
    await page.screenshot({
      path: path.join(screenshots, `${name}.png`),
      fullPage: true,
      animations: 'disabled',
    })
    assert.deepEqual(await page.evaluate(weakContrasts), [], name)
    assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= width, name)
    assert.doesNotMatch(await page.locator('body').innerText(), /[{}]|undefined|null|NaN/, name)
    assert.equal(await page.title(), await heading(page).innerText())
  }

  it('tells a number that is too short once, at its field', async () => {
    const { url } = await only()
    const { context, page } = await world.open({ width: 375 })
    await page.goto(url)
    await page.locator('#field-hotelId').fill('12')
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await page.locator('#field-hotelId-problem').getByText('This does not look right').waitFor()
    assert.equal(await page.getByRole('alert').filter({ visible: true }).count(), 0)
    await context.close()
  })

  it('says what is to be done in the extranet, and goes on once it is done', async () => {
    const { url } = await world.session()
    const { context, page, complaints } = await world.open({ width: 375 })
    await page.goto(url)
    await page.getByRole('button', { name: 'Booking.com' }).click()
    await page.getByText('Step 2 of 4').waitFor()
    assert.match(await page.innerText('.uses'), /What will be read[^]*What may be changed there[^]*Prices/)
    await extranet('pending')
    await claim(page)
    const alert = page.getByRole('alert')
    await alert.getByText('Booking.com does not let us in yet').waitFor()
    assert.match(await alert.innerText(), /Connectivity provider/)
    assert.equal(await page.locator('#field-hotelId').inputValue(), hotelId())
    await assertReadable(page, 'claim-refused-375-en', 375)
    await extranet('active')
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await heading(page).getByText('Which listing is each room?').waitFor({ timeout: 60_000 })
    assert.equal(await page.getByText('Step 3 of 4').count(), 1)
    // A reloaded page continues where it was.
    await page.reload()
    await heading(page).getByText('Which listing is each room?').waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('a room is the listing that is chosen, a new one, or left out; then the way back', async () => {
    const first = await only()
    const { context, page, complaints } = await world.open({ width: 375 })
    await page.goto(first.url)
    await claim(page)
    await heading(page).getByText('Which listing is each room?').waitFor({ timeout: 60_000 })
    const [one, two, three] = await roomsOf(first.sessionId)
    assert.ok(one && two && three)
    const made = async (name: string, currency: string) => {
      const { status, body } = await send<{ id: string }>('POST', '/v1/listings', {
        name,
        currency,
        defaultDailyPrice: 90,
      })
      assert.equal(status, 201)
      return body.id
    }
    const [loft, abroad] = [
      await made('Harbour loft', one.currency),
      await made('House abroad', one.currency === 'USD' ? 'EUR' : 'USD'),
    ]
    await page.reload()
    const box = ({ roomId }: Room) => page.locator(`#room-${roomId}`)
    await box(one).waitFor()
    assert.equal((await page.getByLabel(one.roomName, { exact: true }).count()) > 0, true)
    await assertReadable(page, 'rooms-375-en', 375)

    await box(one).selectOption({ label: 'Harbour loft' })
    await box(two).selectOption({ label: 'House abroad' })
    await box(three).selectOption({ label: 'Leave it out' })
    await page.getByRole('button', { name: 'Save and finish' }).click()
    await page.getByRole('alert').getByText('A room does not fit the listing you chose').waitFor()
    assert.equal(await box(two).getAttribute('aria-invalid'), 'true')
    assert.equal(await page.evaluate('document.activeElement.id'), `room-${two.roomId}`)
    await assertReadable(page, 'rooms-wrong-375-en', 375)

    assert.equal(await page.getByLabel('Put our calendar back').isChecked(), true)
    await page.getByLabel('Leave them, and say so').check()
    await box(two).selectOption({ label: 'Make a new listing of it' })
    assert.equal(await box(two).getAttribute('aria-invalid'), null)
    await page.getByRole('button', { name: 'Save and finish' }).click()
    await page.getByRole('heading', { name: /Booking.com is connected|All done/ }).waitFor()
    const { body } = await send<{
      data: {
        listings: { listingId: string; roomId: string; onDrift: string | null }[]
        syncEnabled: boolean
      }[]
    }>('GET', '/v1/channels/booking/properties')
    const listings = body.data[0]?.listings ?? []
    assert.equal(listings.find(({ roomId }) => roomId === one.roomId)?.listingId, loft)
    assert.ok(listings.every(({ listingId }) => listingId !== abroad))
    const drift = ({ roomId: wanted }: Room) => listings.find(({ roomId }) => roomId === wanted)?.onDrift
    assert.deepEqual([drift(one), drift(two), drift(three)], ['report', 'report', null])
    assert.equal(body.data[0]?.syncEnabled, true)
    await page.getByRole('button', { name: /^Continue/ }).click()
    await page.waitForURL(`${world.app.origin}/**`)
    const back = new URL(page.url()).searchParams
    assert.deepEqual([back.get('status'), back.get('state')], ['connected', 'state-1'])
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('in French as well, by keyboard, and the focus goes where it is read out', async () => {
    const { url } = await only({ locale: 'fr' })
    const { context, page, complaints } = await world.open({ width: 375, colorScheme: 'dark' })
    await page.goto(url)
    await page.getByText('Fournisseur de connectivité').waitFor()
    await page.locator('#field-hotelId').focus()
    await page.keyboard.type(hotelId())
    await page.keyboard.press('Enter')
    await heading(page).getByText('À quelle annonce correspond chaque chambre').waitFor({ timeout: 60_000 })
    assert.equal(await page.evaluate('document.activeElement.tagName'), 'H1')
    await assertReadable(page, 'rooms-375-fr-dark', 375)
    const [first] = await page.locator('.rooms select').all()
    assert.ok(first)
    // Existing mappings are preselected.
    assert.match(await first.inputValue(), /^\d+$/)
    await page.keyboard.press('Tab')
    assert.equal(await page.evaluate('document.activeElement.tagName'), 'SELECT')
    for (let i = 0; i < 10; i++) {
      await page.keyboard.press('Tab')
      if ((await page.evaluate('document.activeElement.type')) === 'submit') break
    }
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: /Booking.com est connecté|C’est fait|terminé/ }).waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('asks again while nothing is known, and says so when there is no answer', async () => {
    const { url } = await only()
    const { context, page } = await world.open()
    const rooms = '**/v1/connect/booking/rooms?*'
    let answers = 0
    await page.route(rooms, async (route) => {
      answers += 1
      if (answers === 2) return route.fulfill({ status: 503, body: '' })
      const response = await route.fetch()
      const body = (await response.json()) as object
      await route.fulfill({ response, json: { ...body, status: 'importing', rooms: [] } })
    })
    await page.goto(url)
    await claim(page)
    // This minute's calls are used up by now, including those reserved for people.
    await heading(page).getByText('Reading the rooms of').waitFor({ timeout: 120_000 })
    await page.getByText('There is no answer right now.').first().waitFor()
    await assertReadable(page, 'rooms-reading-1280-en', 1280)
    await page.unroute(rooms)
    await page.route(rooms, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...((await response.json()) as object), rooms: [] } })
    })
    await heading(page).getByText('This property has no rooms yet').waitFor()
    await page.unroute(rooms)
    await page.getByRole('button', { name: 'Try again' }).click()
    await heading(page).getByText('Which listing is each room?').waitFor()
    await context.close()
  })
})
