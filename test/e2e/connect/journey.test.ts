/** Wrong keys, silent vendors, dead links, reconnecting, and use by keyboard. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { api } from '../../harness/server-process.ts'
import { until } from '../../harness/until.ts'
import { withoutChromium } from './chromium.ts'
import { fillCredentials, heading, startConnectWorld, type ConnectWorld } from './world.ts'

describe('on the way to a connection', { skip: withoutChromium() }, () => {
  let world: ConnectWorld
  before(async () => {
    world = await startConnectWorld(['hostaway', 'guesty', 'hospitable'])
  })
  after(() => world?.close())

  const hostaway = () => world.vendors.hostaway?.credentials ?? {}
  const submit = (page: Page) => page.getByRole('button', { name: 'Connect', exact: true }).click()
  const only = (provider: string, more = {}) => world.session({ allowedProviders: [provider], ...more })

  it('a wrong key is told with what to do, and the right one still connects', async () => {
    const { url } = await only('hostaway')
    const { context, page, complaints } = await world.open()
    await page.goto(url)
    await page.getByText('Step 1 of 2').waitFor()
    await fillCredentials(page, { ...hostaway(), apiKey: 'wrong-key-0123456789' })
    await submit(page)
    const alert = page.getByRole('alert')
    await alert.getByText('Hostaway does not accept these details').waitFor()
    assert.match(await alert.innerText(), /Copy every value again/)
    await page.getByLabel('API key', { exact: true }).fill(hostaway().apiKey ?? '')
    await submit(page)
    await page.getByRole('heading', { name: /All done|is connected/ }).waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('what is missing or misplaced is marked at its field, which takes the focus', async () => {
    const { url } = await only('hostaway')
    const { context, page } = await world.open()
    await page.goto(url)
    await submit(page)
    const account = page.getByLabel('Account ID')
    assert.equal(await account.getAttribute('aria-invalid'), 'true')
    assert.equal(await page.getByText('This is needed.').count(), 2)
    assert.equal(await page.evaluate('document.activeElement.id'), 'field-accountId')
    await fillCredentials(page, { accountId: 'not-a-number', apiKey: 'some-key-0123456789' })
    assert.equal(await account.getAttribute('aria-invalid'), null)
    await submit(page)
    await page.getByText('This does not look right.').waitFor()
    assert.equal(await account.getAttribute('aria-invalid'), 'true')
    assert.equal(await page.evaluate('document.activeElement.id'), 'field-accountId')
    assert.equal(await account.inputValue(), 'not-a-number')
    await context.close()
  })

  it('secrets are masked until they are shown, and what is pasted loses its blanks', async () => {
    const { url } = await only('hostaway')
    const { context, page } = await world.open()
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(url)
    const key = page.getByLabel('API key', { exact: true })
    assert.equal(await key.getAttribute('type'), 'password')
    await page.getByRole('button', { name: 'Show: API key' }).click()
    assert.equal(await key.getAttribute('type'), 'text')
    await page.getByRole('button', { name: 'Hide: API key' }).click()
    assert.equal(await key.getAttribute('type'), 'password')
    await page.evaluate(`navigator.clipboard.writeText(' \\u200b abc-123\\n')`)
    await key.focus()
    await page.keyboard.press('Control+V')
    assert.equal(await key.inputValue(), 'abc-123')
    await context.close()
  })

  it('a PMS that is down is not taken for a wrong key', async () => {
    const { url } = await only('hostaway')
    const { context, page, complaints } = await world.open()
    world.vendors.hostaway?.faults.add({ kind: '500', seconds: 600 })
    try {
      await page.goto(url)
      await fillCredentials(page, hostaway())
      await submit(page)
      await page
        .getByRole('alert')
        .getByText('Hostaway cannot be reached right now')
        .waitFor({ timeout: 90_000 })
      assert.equal(await page.getByLabel('Account ID').inputValue(), hostaway().accountId)
    } finally {
      world.vendors.hostaway?.faults.clear()
    }
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('being offline is told, and nothing that was entered is lost', async () => {
    const { url } = await only('hostaway')
    const { context, page } = await world.open()
    await page.goto(url)
    await fillCredentials(page, hostaway())
    await context.setOffline(true)
    await submit(page)
    await page.getByRole('alert').getByText('No connection to the internet').waitFor()
    await context.setOffline(false)
    await submit(page)
    await page.getByRole('heading', { name: /All done|is connected/ }).waitFor()
    await context.close()
  })

  it('an import says what it reads before the first count moves', async () => {
    const { url } = await only('hospitable')
    const { context, page, complaints } = await world.open()
    const vendor = world.vendors.hospitable
    // The vendor accepts the credentials and then answers slowly.
    vendor?.faults.add({ kind: 'hang', seconds: 600, path: '/v2/properties' })
    try {
      await page.goto(url)
      await fillCredentials(page, vendor?.credentials ?? {})
      await submit(page)
      await page.getByText('0% done · Now reading: Listings').waitFor()
      const listings = page.getByRole('listitem').filter({ hasText: 'Listings' })
      assert.match(await listings.innerText(), /Listings\s+0\s+not finished/)
    } finally {
      vendor?.faults.clear()
    }
    await page.getByRole('heading', { name: 'All done' }).waitFor({ timeout: 90_000 })
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('links that lead nowhere say so', async () => {
    const { context, page } = await world.open()
    for (const id of ['cs_1_00000000000000000000000000000000', 'nonsense', '%3Cb%3E', 'a%2Fb']) {
      await page.goto(`${world.server.baseUrl}/connect/${id}`)
      await page.getByRole('heading', { name: 'This link does not work' }).waitFor()
    }
    await context.close()
  })

  it('only allowed systems are offered, and another one can be chosen until the end', async () => {
    const { url } = await world.session({ allowedProviders: ['guesty', 'hostaway'] })
    const { context, page, complaints } = await world.open()
    await page.goto(url)
    await page.getByRole('button', { name: 'Guesty' }).waitFor()
    assert.equal(await page.getByRole('listitem').count(), 2)
    assert.equal(await page.getByRole('searchbox').count(), 0)
    await page.getByRole('button', { name: 'Guesty' }).click()
    await page.getByLabel('Client ID').waitFor()
    await page.reload()
    await page.getByLabel('Client ID').waitFor()
    await page.getByRole('button', { name: 'Choose another system' }).click()
    await page.getByRole('button', { name: 'Hostaway' }).click()
    await page.getByLabel('Account ID').waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('a reconnect link brings the account back under its id, and no other account', async () => {
    const { server } = world
    const connection = async () => {
      const { body } = await api<{ id: string; status: string; fixUrl?: string }>(
        server,
        server.keys.liveKey,
        'GET',
        '/v1/connect/hostaway',
      )
      return body
    }
    await api(server, server.keys.liveKey, 'POST', '/v1/connect/hostaway/credentials', {
      credentials: hostaway(),
    })
    const { id } = await connection()
    await world.shutOut(id)
    const { fixUrl = '' } = await connection()
    const { context, page, complaints } = await world.open()
    await page.goto(fixUrl)
    await page.getByRole('heading', { name: 'Reconnect Hostaway' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Choose another system' }).count(), 0)

    const credentials = '**/v1/connect/hostaway/credentials'
    await page.route(credentials, (route) =>
      route.fulfill({
        status: 401,
        json: { error: { code: 'invalid_credentials', reason: 'other_account' } },
      }),
    )
    await fillCredentials(page, hostaway())
    await submit(page)
    await page.getByRole('alert').getByText('These details belong to another Hostaway account').waitFor()
    await page.unroute(credentials)

    await submit(page)
    await page.getByText('You can close this window now.').waitFor()
    const after = await connection()
    assert.deepEqual([after.id, after.status], [id, 'active'])
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('the keyboard is enough, and the focus goes to the heading of every step', async () => {
    const { url } = await world.session()
    const { context, page, complaints } = await world.open()
    await page.goto(url)
    await heading(page).waitFor()
    const focused = () => page.evaluate('document.activeElement.textContent || document.activeElement.id')
    const tabTo = async (focusPattern: RegExp) => {
      for (let i = 0; i < 25; i++) {
        await page.keyboard.press('Tab')
        if (focusPattern.test(String(await focused()))) return
      }
      assert.fail(`the Tab key does not reach ${focusPattern}`)
    }
    await tabTo(/Hostaway/)
    await page.keyboard.press('Enter')
    await page.getByLabel('Account ID').waitFor()
    assert.equal(await focused(), 'Connect Hostaway')
    await tabTo(/field-accountId/)
    await page.keyboard.type(hostaway().accountId ?? '')
    await tabTo(/field-apiKey/)
    await page.keyboard.type(hostaway().apiKey ?? '')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'All done' }).waitFor({ timeout: 60_000 })
    assert.equal(await focused(), 'All done')
    await tabTo(/Continue to/)
    await page.keyboard.press('Space')
    await page.waitForURL(`${world.app.origin}/**`)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('the eye of these tests sees what the policy refuses', async () => {
    const { url } = await world.session()
    const { context, page, complaints } = await world.open()
    await page.goto(url)
    await heading(page).waitFor()
    await page.evaluate(
      `document.body.append(Object.assign(new Image(), { src: 'http://127.0.0.1:9/x.png' }))`,
    )
    await until('the complaint', () => complaints.some((text) => text.includes('img-src')))
    await context.close()
  })
})
