/** A host allows full access on Airbnb, and maps each listing to one here, a new one, or none. */
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { api } from '../../harness/server-process.ts'
import { withoutChromium } from './chromium.ts'
import { weakContrasts } from './contrast.ts'
import { heading, screenshots, startConnectWorld, type ConnectWorld } from './world.ts'

interface Linked {
  listingId: string
  connections: { airbnbId: string; syncEnabled: boolean; onDrift: string | null }[]
}

describe('mapping the listings of an Airbnb host', { skip: withoutChromium() }, () => {
  let world: ConnectWorld
  before(async () => {
    world = await startConnectWorld(['airbnb'])
    mkdirSync(screenshots, { recursive: true })
  })
  after(() => world?.close())

  const send = <T>(method: string, url: string, body?: object) =>
    api<T>(world.server, world.server.keys.liveKey, method, url, body)
  const there = () => {
    const { airbnb } = world.vendors
    assert.ok(airbnb)
    const { listings } = airbnb.operations.state(new Set()) as unknown as {
      listings: { id: string; name: string }[]
    }
    return listings.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  }
  const allow = async (page: Page, button: RegExp) => {
    await page.getByRole('button', { name: button }).click()
    await page.getByRole('heading', { name: 'An application asks for access' }).waitFor()
    await page.getByRole('button', { name: 'Allow' }).click()
  }
  const box = (page: Page, { id }: { id: string }) => page.locator(`#room-${id}`)
  const made = async (name: string, currency: string) => {
    const { status, body } = await send<{ id: string }>('POST', '/v1/listings', {
      ...{ name, currency, defaultDailyPrice: 90 },
    })
    assert.equal(status, 201)
    return body.id
  }
  const linked = async () => {
    const { body } = await send<{ data: Linked[] }>('GET', '/v1/channels/airbnb/listings')
    return (airbnbId: string) => {
      const row = body.data.find(({ connections }) => connections.some((one) => one.airbnbId === airbnbId))
      const link = row?.connections.find((one) => one.airbnbId === airbnbId)
      assert.ok(row && link, airbnbId)
      return { listingId: row.listingId, syncEnabled: link.syncEnabled, onDrift: link.onDrift }
    }
  }
  const account = async () => {
    const { body } = await send<{ data: { hosts: { airbnbUserId: string }[] } }>(
      'GET',
      '/v1/channels/airbnb/connection',
    )
    return `/v1/connections/airbnb:${body.data.hosts[0]?.airbnbUserId}`
  }
  const completed = async () => {
    const { body } = await send<{ data: unknown[] }>('GET', '/v1/events?type=connect.session.completed')
    return body.data.length
  }
  const assertReadable = async (page: Page, name: string) => {
    await page.screenshot({
      path: path.join(screenshots, `${name}.png`),
      fullPage: true,
      animations: 'disabled',
    })
    assert.deepEqual(await page.evaluate(weakContrasts), [], name)
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), name)
    assert.doesNotMatch(await page.locator('body').innerText(), /[{}]|undefined|null|NaN/, name)
  }

  it('one is linked, one is new, one is left out; then the way back', async () => {
    const [one, two, three] = there()
    assert.ok(one && two && three)
    const { url, sessionId } = await world.session({
      allowedProviders: ['airbnb'],
      accessType: 'full_access',
    })
    const { context, page, complaints } = await world.open({ width: 375 })
    await page.goto(url)
    await page.getByText('Step 1 of 3').waitFor()
    await allow(page, /^Continue to Airbnb$/)
    await heading(page).getByText('Which listing is each of them here?').waitFor({ timeout: 60_000 })
    await page.getByText('Step 2 of 3').waitFor()
    assert.equal(await completed(), 0, 'the app is not told before they are mapped')
    const at = await account()
    const { body: units } = await send<{ units: { unit_id: string; meta: { currency: string } }[] }>(
      'GET',
      `${at}/units`,
    )
    const currencyOf = ({ id }: { id: string }) =>
      units.units.find(({ unit_id }) => unit_id === id)?.meta.currency ?? ''
    const loft = await made('Harbour loft', currencyOf(one))
    const abroad = await made('House abroad', currencyOf(two) === 'USD' ? 'EUR' : 'USD')
    // A reloaded page continues where it was.
    await page.reload()
    await box(page, one).waitFor()
    for (const each of [one, two, three])
      assert.match(await box(page, each).locator('option:checked').innerText(), /^Leave it out/)
    await assertReadable(page, 'listings-375-en')

    await box(page, one).selectOption({ label: 'Harbour loft' })
    await box(page, two).selectOption({ label: 'House abroad' })
    await page.getByRole('button', { name: 'Save and finish' }).click()
    await page.getByRole('alert').waitFor()
    assert.equal(await box(page, two).getAttribute('aria-invalid'), 'true')
    assert.equal(await page.evaluate('document.activeElement.id'), `room-${two.id}`)
    await assertReadable(page, 'listings-wrong-375-en')
    assert.equal(await completed(), 0)

    await box(page, two).selectOption({ label: 'Make a new listing of it' })
    await page.getByLabel('Leave them, and say so').check()
    await page.getByRole('button', { name: 'Save and finish' }).click()
    await page.getByRole('heading', { name: /Airbnb is connected|All done/ }).waitFor()
    const link = await linked()
    assert.deepEqual(link(one.id), { listingId: loft, syncEnabled: true, onDrift: 'report' })
    assert.deepEqual([link(two.id).syncEnabled, link(three.id).syncEnabled], [true, false])
    assert.ok(![loft, abroad].includes(link(two.id).listingId))
    assert.equal(await completed(), 1)
    const ended = await fetch(`${world.server.baseUrl}${at}/units?sessionId=${sessionId}`)
    assert.equal(ended.status, 409, 'a session that has ended shows nothing more')
    await page.getByRole('button', { name: /^Continue/ }).click()
    await page.waitForURL(`${world.app.origin}/**`)
    assert.equal(new URL(page.url()).searchParams.get('status'), 'connected')
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('in French as well, by keyboard; what is mapped already stays so', async () => {
    const before = await linked()
    const { url } = await world.session({
      ...{ allowedProviders: ['airbnb'], accessType: 'full_access', locale: 'fr' },
    })
    const { context, page, complaints } = await world.open({ width: 375, colorScheme: 'dark' })
    await page.goto(url)
    await allow(page, /^Continuer vers Airbnb$/)
    await heading(page).getByText('À quelle annonce d’ici correspond chacune').waitFor({ timeout: 60_000 })
    assert.equal(await page.evaluate('document.activeElement.tagName'), 'H1')
    await assertReadable(page, 'listings-375-fr-dark')
    await page.keyboard.press('Tab')
    assert.equal(await page.evaluate('document.activeElement.tagName'), 'SELECT')
    for (let i = 0; i < 10; i++) {
      await page.keyboard.press('Tab')
      if ((await page.evaluate('document.activeElement.type')) === 'submit') break
    }
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: /Airbnb est connecté|C’est terminé/ }).waitFor()
    const after = await linked()
    for (const { id } of there()) assert.deepEqual(after(id), before(id), id)
    assert.deepEqual(complaints, [])
    await context.close()
  })
})
