/** An account is connected by consent on the provider's own page instead of a form. */
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { api } from '../../harness/server-process.ts'
import { withoutChromium } from './chromium.ts'
import { weakContrasts } from './contrast.ts'
import { heading, screenshots, startConnectWorld, type ConnectWorld } from './world.ts'

describe('allowing a connection on Airbnb', { skip: withoutChromium() }, () => {
  let world: ConnectWorld
  before(async () => {
    world = await startConnectWorld(['airbnb', 'hostaway'])
    mkdirSync(screenshots, { recursive: true })
  })
  after(() => world?.close())

  const only = (more = {}) => world.session({ allowedProviders: ['airbnb'], ...more })
  const vendor = () => {
    const { airbnb } = world.vendors
    assert.ok(airbnb)
    return airbnb
  }
  const goOn = (page: Page) => page.getByRole('button', { name: /^(Continue to|Continuer vers) Airbnb$/ })
  const allow = (page: Page) => page.getByRole('button', { name: 'Allow' }).click()
  const decline = (page: Page) => page.getByRole('button', { name: 'Decline' }).click()
  const asked = (page: Page) => new URL(page.url()).searchParams

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

  it('leads there, and back to the account that was allowed', async () => {
    const { url } = await world.session()
    const { context, page, complaints } = await world.open({ width: 375 })
    await page.goto(url)
    await page.getByRole('button', { name: 'Airbnb' }).click()
    await page.locator('#access-messaging').check()
    await goOn(page).click()
    await page.getByRole('heading', { name: 'An application asks for access' }).waitFor()
    assert.equal(asked(page).get('scope'), 'reservations_web_hooks,messages_read,messages_write')
    assert.equal(asked(page).get('redirect_uri'), `${world.server.baseUrl}/connect/airbnb`)
    await allow(page)
    await page.getByRole('heading', { name: /Airbnb is connected|All done/ }).waitFor()
    assert.equal(page.url(), url, 'neither the answer nor its mark stays in the address')
    assert.deepEqual(complaints, [])
    const { body } = await api<{ connected: boolean; accounts: { name: string }[] }>(
      world.server,
      world.server.keys.liveKey,
      'GET',
      '/v1/connect/airbnb',
    )
    const { hosts } = vendor().operations.state(new Set(['hosts'])) as {
      hosts: { id: string; first_name: string; last_name: string }[]
    }
    assert.equal(body.connected, true)
    assert.equal(body.accounts[0]?.name, `${hosts[0]?.first_name} ${hosts[0]?.last_name}`)
    await page.reload()
    await page.getByRole('heading', { name: /Airbnb is connected|All done/ }).waitFor()
    await context.close()
  })

  it('says what will be read, and what may be changed with each choice', async () => {
    const { url } = await only()
    const { context, page, complaints } = await world.open({ width: 375 })
    await page.goto(url)
    await goOn(page).waitFor()
    const lists = async () => (await page.locator('.uses').innerText()).split('\n').filter(Boolean)
    const read = [
      'What will be read',
      ...['Listings', 'Calendars and prices', 'Reservations', 'Guests and how to reach them'],
      ...['Messages with guests', 'Reviews', 'What may be changed there'],
    ]
    const whole = await lists()
    assert.deepEqual(whole.slice(0, read.length), read)
    assert.ok(whole.includes('Prices') && whole.includes('Free nights and stay limits'))
    await page.locator('#access-messaging').check()
    assert.ok((await lists()).includes('Messages to guests'))
    assert.ok(!(await lists()).includes('Prices'))
    await page.locator('#access-read_only').check()
    assert.deepEqual(await lists(), [...read, 'Nothing is changed. This is for reading only.'])
    await assertReadable(page, 'consent-uses-375-en')
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('asks for what the app needs, where the app said it, in French as well', async () => {
    const { url } = await only({ accessType: 'read_only', locale: 'fr' })
    const { context, page, complaints } = await world.open({ width: 375 })
    await page.goto(url)
    await goOn(page).waitFor()
    assert.equal(await page.getByRole('radio').count(), 0)
    assert.match(await page.innerText('main'), /Votre mot de passe reste chez Airbnb/)
    assert.match(await page.innerText('.uses'), /Voyageurs et leurs coordonnées[^]*Rien n’est modifié\./)
    await assertReadable(page, 'consent-375-fr')
    await goOn(page).click()
    await page.getByRole('heading', { name: 'An application asks for access' }).waitFor()
    assert.equal(asked(page).get('scope'), 'reservations_web_hooks,messages_read')
    await allow(page)
    await page.getByRole('heading', { name: /Airbnb est connecté|C’est terminé/ }).waitFor()
    assert.equal(page.url(), url)
    await assertReadable(page, 'consent-done-375-fr')
    await page.getByRole('button', { name: /^Continuer/ }).click()
    await page.waitForURL(`${world.app.origin}/**`)
    const back = new URL(page.url()).searchParams
    assert.deepEqual([back.get('status'), back.get('state')], ['connected', 'state-1'])
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('who declines is told so, and can allow it after all', async () => {
    const { url } = await only({ accessType: 'full_access' })
    const { context, page, complaints } = await world.open()
    await page.goto(url)
    await goOn(page).click()
    await decline(page)
    await page.getByRole('alert').getByText('Airbnb was not allowed to share this account').waitFor()
    await goOn(page).click()
    await allow(page)
    await heading(page).getByText('Which listing is each of them here?').waitFor({ timeout: 60_000 })
    await page.getByRole('button', { name: 'Save and finish' }).click()
    await page.getByRole('heading', { name: /Airbnb is connected|All done/ }).waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('an answer that nobody here asked for is not taken', async () => {
    const { url } = await only({ accessType: 'full_access' })
    const first = await world.open()
    await first.page.goto(url)
    await goOn(first.page).click()
    await first.page.getByRole('heading', { name: 'An application asks for access' }).waitFor()
    const state = asked(first.page).get('state')
    const code = vendor().credentials.code ?? ''
    // Another browser returns with this journey's mark.
    const other = await world.open()
    await other.page.goto(`${world.server.baseUrl}/connect/airbnb?code=${code}&state=${state}`)
    await heading(other.page).getByText('This link does not work').waitFor()
    // The right browser returns with another mark.
    await first.page.goto(`${world.server.baseUrl}/connect/airbnb?code=${code}&state=made-up`)
    await heading(first.page).getByText('This link does not work').waitFor()
    await first.page.goto(url)
    await goOn(first.page).waitFor()
    await Promise.all([first.context.close(), other.context.close()])
  })

  it('a code that Airbnb does not know connects nothing, and can be asked for again', async () => {
    const { url } = await only({ accessType: 'full_access' })
    const { context, page } = await world.open()
    await page.goto(url)
    await goOn(page).click()
    await page.getByRole('heading', { name: 'An application asks for access' }).waitFor()
    const back = new URL(asked(page).get('redirect_uri') ?? '')
    back.searchParams.set('code', 'made-up-code-0123456789')
    back.searchParams.set('state', asked(page).get('state') ?? '')
    await page.goto(back.href)
    await page.getByRole('alert').waitFor()
    assert.equal(page.url(), url)
    await goOn(page).waitFor()
    await context.close()
  })
})
