/** With the sandbox key the whole journey runs in a browser, from consent to selling; no real provider is asked. */
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { api } from '../../harness/server-process.ts'
import { withoutChromium } from './chromium.ts'
import { weakContrasts } from './contrast.ts'
import { heading, screenshots, startConnectWorld, type ConnectWorld, type StartedSession } from './world.ts'

describe('connecting in a sandbox', { skip: withoutChromium() }, () => {
  let world: ConnectWorld
  before(async () => {
    // A newly installed server has no account with any channel.
    world = await startConnectWorld([])
    mkdirSync(screenshots, { recursive: true })
  })
  after(() => world?.close())

  async function session(more: object = {}): Promise<StartedSession> {
    const { server, app } = world
    const body = { redirectUrl: `${app.origin}/back`, state: 'state-1', ...more }
    const answer = await api<StartedSession>(server, server.keys.sandboxKey, 'POST', '/v1/connect', body)
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    return answer.body
  }
  const connected = async (provider: string) => {
    const { server } = world
    const path = `/v1/connect/${provider}`
    const { body } = await api<{ accounts: { externalAccountId: string }[] }>(
      server,
      server.keys.sandboxKey,
      'GET',
      path,
    )
    return body.accounts.map(({ externalAccountId }) => externalAccountId)
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
  const goBack = async (page: Page, button: RegExp) => {
    await page.getByRole('button', { name: button }).click()
    await page.waitForURL(`${world.app.origin}/**`)
    const back = new URL(page.url()).searchParams
    assert.deepEqual([back.get('status'), back.get('state')], ['connected', 'state-1'])
  }

  it('Booking.com: the property is claimed by its made-up number, and its rooms are mapped', async () => {
    const { url } = await session()
    const { context, page, complaints } = await world.open({ width: 375 })
    await page.goto(url)
    await page.getByText('Sandbox: only made-up accounts are connected here.').waitFor()
    await page.getByRole('button', { name: 'Booking.com' }).click()
    await page.getByText('nothing is sent to Booking.com').waitFor()
    assert.match(
      await page.innerText('.uses'),
      /What will be read[^]*Reviews[^]*What may be changed there[^]*Prices/,
    )
    await assertReadable(page, 'sandbox-claim-375-en')
    await page.locator('#field-hotelId').fill('8122001')
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await page.getByRole('alert').getByText('These are not details of the sandbox').waitFor()
    await page.locator('#field-hotelId').fill('9002101')
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await heading(page).getByText('Which listing is each room?').waitFor()
    await assertReadable(page, 'sandbox-rooms-375-en')
    await page.getByLabel('Sandbox Double Room').selectOption({ label: 'Make a new listing of it' })
    await page.getByRole('button', { name: 'Save and finish' }).click()
    await page.getByRole('heading', { name: /Booking.com is connected|All done/ }).waitFor()
    assert.ok((await connected('booking')).includes('9002101'))
    await goBack(page, /^Continue/)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('Airbnb: consent as live, in French, back at once, and the listings are mapped', async () => {
    const { url } = await session({ allowedProviders: ['airbnb'], locale: 'fr' })
    const { context, page, complaints } = await world.open({ width: 375 })
    await page.goto(url)
    await page.getByText('Ceci est un bac à sable').waitFor()
    assert.equal(await page.getByRole('radio').count(), 3)
    await assertReadable(page, 'sandbox-consent-375-fr')
    await page.getByRole('button', { name: 'Continuer vers Airbnb' }).click()
    await heading(page).getByText('À quelle annonce d’ici correspond chacune').waitFor()
    assert.equal(page.url(), url)
    await assertReadable(page, 'sandbox-units-375-fr')
    await page.getByLabel('Sandbox Lake House').selectOption({ index: 0 })
    await page.getByRole('button', { name: 'Enregistrer et terminer' }).click()
    await page.getByRole('heading', { name: /Airbnb est connecté|C’est terminé/ }).waitFor()
    assert.ok((await connected('airbnb')).includes('sandbox'))
    await goBack(page, /^Continuer/)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('Airbnb: who only lets it be looked at is asked about no listing', async () => {
    const { url } = await session({ allowedProviders: ['airbnb'], accessType: 'read_only' })
    const { context, page, complaints } = await world.open()
    await page.goto(url)
    await page.getByText('Nothing is changed. This is for reading only.').waitFor()
    await page.getByRole('button', { name: 'Continue to Airbnb' }).click()
    await page.getByRole('heading', { name: /Airbnb is connected|All done/ }).waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })
})
