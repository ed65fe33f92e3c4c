/** Returning to the app from cancelled, finished and expired sessions, by redirect and as a popup. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '../../harness/until.ts'
import { withoutChromium } from './chromium.ts'
import { fillCredentials, startConnectWorld, type ConnectWorld } from './world.ts'

interface AppMessage {
  origin: string
  data: { type: string; provider?: string; workspaceId?: string; state?: string }
}

describe('the way back', { skip: withoutChromium() }, () => {
  let world: ConnectWorld
  before(async () => {
    world = await startConnectWorld(['hostaway'])
  })
  after(() => world?.close())

  const hostaway = () => world.vendors.hostaway?.credentials ?? {}
  const submit = (page: Page) => page.getByRole('button', { name: 'Connect', exact: true }).click()
  const only = (provider: string, more = {}) => world.session({ allowedProviders: [provider], ...more })
  /** Continues from an ended session and returns what the app receives. */
  const wayBack = async (page: Page) => {
    await page.getByRole('button', { name: `Continue to ${new URL(world.app.origin).host}` }).click()
    await page.waitForURL(`${world.app.origin}/**`)
    const back = new URL(page.url()).searchParams
    return ['kept', 'status', 'error', 'session', 'state'].map((name) => back.get(name))
  }

  it('cancelling goes back to the app and says so', async () => {
    const { url, sessionId } = await world.session()
    const { context, page, complaints } = await world.open()
    await page.goto(url)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.waitForURL(`${world.app.origin}/**`)
    const back = new URL(page.url()).searchParams
    assert.deepEqual(
      [back.get('error'), back.get('status'), back.get('session'), back.get('state')],
      ['cancelled', 'cancelled', sessionId, 'state-1'],
    )
    await page.goto(url)
    await page.getByRole('heading', { name: 'Cancelled' }).waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('a page whose time is over says so, before and after the form was filled', async () => {
    const { url, sessionId } = await only('hostaway')
    const { context, page, complaints } = await world.open()
    await page.goto(url)
    await fillCredentials(page, hostaway())
    await world.expireSessions()
    await submit(page)
    await page.getByRole('heading', { name: 'This page is no longer valid' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'This page is no longer valid' }).waitFor()
    assert.equal(await page.getByRole('textbox').count(), 0)
    assert.deepEqual(await wayBack(page), ['1', 'error', 'session_expired', sessionId, 'state-1'])
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('a session that ended before leads back to the app, in its time and after it', async () => {
    const cancelled = await only('hostaway')
    const { context, page, complaints } = await world.open()
    await page.goto(cancelled.url)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.waitForURL(`${world.app.origin}/**`)
    const connected = await only('hostaway')
    await page.goto(connected.url)
    await fillCredentials(page, hostaway())
    await submit(page)
    await page.getByRole('heading', { name: /All done|is connected/ }).waitFor()

    const ends = [
      [
        cancelled,
        ['1', 'cancelled', 'cancelled', cancelled.sessionId, 'state-1'],
        /^Cancelled$/,
        /^Cancelled$/,
      ],
      [
        connected,
        ['1', 'connected', null, connected.sessionId, 'state-1'],
        /^(All done|Hostaway is connected)$/,
        /^The account is connected$/,
      ],
    ] as const
    for (const [{ url }, back, name] of ends) {
      await page.goto(url)
      await page.getByRole('heading', { name }).waitFor()
      assert.deepEqual(await wayBack(page), back)
    }
    await world.expireSessions()
    for (const [{ url }, back, , name] of ends) {
      await page.goto(url)
      await page.getByRole('heading', { name }).waitFor()
      assert.deepEqual(await wayBack(page), back)
    }
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('another site cannot cancel what somebody has open', async () => {
    const { url, sessionId } = await only('hostaway')
    const address = `${world.server.baseUrl}/v1/connect/sessions/${sessionId}/cancel`
    const { context, page } = await world.open()
    await page.goto(world.app.origin)
    const tried = `Promise.allSettled([
      fetch('${address}', { method: 'POST', mode: 'no-cors' }),
      fetch('${address}', { method: 'POST', headers: { 'x-connect-page': '1' } }),
    ]).then((all) => all.map(({ status }) => status))`
    // The server refuses a simple request, and the browser blocks one that needs a preflight.
    assert.deepEqual(await page.evaluate(tried), ['fulfilled', 'rejected'])
    await page.goto(url)
    await page.getByLabel('Account ID').waitFor()
    await context.close()
  })

  it('a popup tells its opener, and nobody else, and closes', async () => {
    const { url } = await only('hostaway')
    const { context, page, complaints } = await world.open()
    await page.goto(`${world.app.origin}/?open=${encodeURIComponent(url)}`)
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Connect' }).click(),
    ])
    await fillCredentials(popup, hostaway())
    await submit(popup)
    await popup.getByRole('heading', { name: 'All done' }).waitFor({ timeout: 60_000 })
    const closed = popup.waitForEvent('close')
    // The window may close before the browser has reported the click.
    const click = popup.getByRole('button', { name: 'Close this window' }).click()
    await Promise.all([closed, click.catch(() => {})])
    const messages = (await page.evaluate('messages')) as AppMessage[]
    assert.deepEqual(messages, [
      {
        origin: new URL(world.server.baseUrl).origin,
        data: {
          type: 'repull:connect:completed',
          provider: 'hostaway',
          workspaceId: world.server.keys.workspaceId,
          state: 'state-1',
        },
      },
    ])
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('a popup that is closed after the account was connected has told its opener', async () => {
    const { url } = await only('hostaway')
    const { context, page } = await world.open()
    await page.goto(`${world.app.origin}/?open=${encodeURIComponent(url)}`)
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Connect' }).click(),
    ])
    await fillCredentials(popup, hostaway())
    await submit(popup)
    await popup.getByRole('button', { name: 'Close this window' }).waitFor()
    assert.deepEqual(await page.evaluate('messages'), [])
    await page.evaluate('popup.close()')
    await until('the message', async () => {
      const [message] = (await page.evaluate('messages')) as AppMessage[]
      return message?.data.type === 'repull:connect:completed'
    })
    await context.close()
  })

  it('a popup that is cancelled says that it closes', async () => {
    const { url } = await only('hostaway')
    const { context, page } = await world.open()
    await page.goto(`${world.app.origin}/?open=${encodeURIComponent(url)}`)
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Connect' }).click(),
    ])
    const closed = popup.waitForEvent('close')
    await popup.getByRole('button', { name: 'Cancel' }).click()
    await closed
    const messages = await until('the message', async () => {
      const heard = (await page.evaluate('messages')) as AppMessage[]
      return heard.length > 0 ? heard : null
    })
    assert.deepEqual(
      messages.map(({ data }) => data),
      [{ type: 'repull:connect:close', status: 'cancelled', state: 'state-1' }],
    )
    await context.close()
  })

  it('a popup whose time is over tells its opener and closes', async () => {
    const { url } = await only('hostaway')
    await world.expireSessions()
    const { context, page } = await world.open()
    await page.goto(`${world.app.origin}/?open=${encodeURIComponent(url)}`)
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Connect' }).click(),
    ])
    const closed = popup.waitForEvent('close')
    const click = popup.getByRole('button', { name: 'Close this window' }).click()
    await Promise.all([closed, click.catch(() => {})])
    const messages = (await page.evaluate('messages')) as AppMessage[]
    assert.deepEqual(
      messages.map(({ data }) => data),
      [{ type: 'repull:connect:error', error: 'session_expired', status: 'error', state: 'state-1' }],
    )
    await context.close()
  })

  it('a site that opens the page without being the app hears nothing', async () => {
    const { url } = await only('hostaway', { redirectUrl: 'http://127.0.0.1:9/elsewhere' })
    const { context, page } = await world.open()
    await page.goto(`${world.app.origin}/?open=${encodeURIComponent(url)}`)
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Connect' }).click(),
    ])
    const closed = popup.waitForEvent('close')
    await popup.getByRole('button', { name: 'Cancel' }).click()
    await closed
    assert.deepEqual(await page.evaluate('messages'), [])
    await context.close()
  })
})
