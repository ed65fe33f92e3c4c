/** The console while the network or the server fails, with two people at once, and attacked from another page. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { api } from '../../harness/server-process.ts'
import { until } from '../../harness/until.ts'
import { openWindow, withoutChromium, type WatchedPage } from '../connect/chromium.ts'
import { startFaultyProxy, type FaultyProxy } from './faulty-proxy.ts'
import { heading, openSandbox, settled, startConsoleWorld, type ConsoleWorld } from './world.ts'

const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
const seconds = 1000

describe('the console among faults', { skip: withoutChromium(), concurrency: false }, () => {
  let world: ConsoleWorld
  let proxy: FaultyProxy
  let own: WatchedPage
  let page: Page
  before(async () => {
    world = await startConsoleWorld()
    proxy = await startFaultyProxy(() => world.server().baseUrl)
    own = await signIn(true)
    page = own.page
  })
  after(async () => {
    await proxy.close()
    await world.stop()
  })
  afterEach(() => {
    // The browser itself reports connections that a test cuts.
    assert.deepEqual(own.complaints, [])
  })

  const invite = async (): Promise<string> => {
    const { liveKey } = world.server().keys
    const body = { email: 'ada@example.com', role: 'owner' }
    const invited = await api<{ invitationLink: string }>(
      world.server(),
      liveKey,
      'POST',
      '/v1/members',
      body,
    )
    return invited.body.invitationLink
  }
  /** A window of the owner's sandbox behind the proxy. */
  const signIn = async (isFirst = false): Promise<WatchedPage> => {
    const watched = await openWindow(world.browser, [proxy.origin])
    const link = new URL(isFirst ? await invite() : await world.printLink())
    await watched.page.goto(`${proxy.origin}${link.pathname}${link.search}${link.hash}`)
    await watched.page.locator('button.main').click()
    await watched.page.locator('nav.side').waitFor({ state: 'attached' })
    await openSandbox(watched.page)
    return watched
  }
  const open = async (address: string, of = page): Promise<void> => {
    await of.goto(`${proxy.origin}/console${address}`)
  }
  const sandbox = <T>(method: string, url: string, body?: unknown) =>
    api<T>(world.server(), world.server().keys.sandboxKey, method, url, body)
  const asked = (method: string, path: RegExp) =>
    proxy.seen.filter((one) => one.method === method && path.test(one.path))

  test('an answer that takes five seconds: the screen says that it waits, and what was there stays', async () => {
    await open('/listings')
    await settled(page)
    const rows = await page.locator('tbody tr').count()
    proxy.fail('GET', /^\/v1\/listings\?/, { kind: 'slow', ms: 5 * seconds })
    await page.locator('button.fresh').first().click()
    await page.locator('button.fresh.busy').first().waitFor()
    assert.equal(await page.locator('tbody tr').count(), rows)
    await page.locator('button.fresh.busy').first().waitFor({ state: 'detached' })
    proxy.fail('GET', /^\/v1\/connect\?/, { kind: 'slow', ms: 5 * seconds })
    await open('/accounts')
    await page.locator('main .busy').first().waitFor()
    await page.locator('main tbody tr, main .card').first().waitFor()
  })

  test('a server that is started again while it is read', async () => {
    await open('/listings')
    await settled(page)
    const before = asked('GET', /^\/v1\/reservations\?/).length
    proxy.fail('GET', /^\/v1\/reservations\?/, { kind: 'slow', ms: 300 })
    await page.getByRole('link', { name: 'Reservations', exact: true }).click()
    await until('the call', () => asked('GET', /^\/v1\/reservations\?/).length > before)
    await world.server().kill()
    await world.restart()
    const again = page.getByRole('button', { name: 'Try again' })
    const row = page.locator('tbody tr')
    // A connection that the server left behind can break once more, so a reader may have to press twice.
    await until(
      'the rows',
      async () => {
        if ((await row.count()) > 0) return true
        if ((await again.count()) > 0) await again.first().click()
        return false
      },
      { everyMs: 500 },
    )
    await page.getByText('The server did not answer.').waitFor({ state: 'detached' })
    assert.ok(asked('GET', /^\/v1\/reservations\?/).length > before + 1, 'it was read again by itself')
  })

  test('too many requests: reading waits as long as it is told', async () => {
    const path = /^\/v1\/webhooks\?/
    proxy.fail('GET', path, { kind: 'answer', status: 429, headers: { 'retry-after': '2' } })
    const before = asked('GET', path).length
    await open('/developers/webhooks')
    await page.getByRole('heading', { name: 'No webhooks' }).or(page.locator('tbody tr')).first().waitFor()
    const [first, second] = asked('GET', path).slice(before)
    assert.ok(first && second && second.at - first.at >= 1.9 * seconds, JSON.stringify({ first, second }))
  })

  test('a server that stays away is said, with a way to try again', async () => {
    const path = /^\/v1\/webhooks\?/
    proxy.fail('GET', path, { kind: 'answer', status: 503, headers: { 'retry-after': '0' } }, 4)
    await open('/developers/webhooks')
    await page.getByText('The server has a problem.').waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('The server has a problem.').waitFor({ state: 'detached' })
  })

  /** A booking form that is ready to be sent. */
  const fillBooking = async (name: string, ahead: number): Promise<void> => {
    await open('/reservations/new')
    await page.locator('select option').nth(1).waitFor({ state: 'attached' })
    await page.getByLabel('Listing').selectOption({ index: 1 })
    await page.getByLabel('Check-in').fill(day(ahead))
    await page.getByLabel('Check-out').fill(day(ahead + 2))
    await page.getByText('2 nights:').waitFor()
    await page.getByLabel('First name').fill(name)
  }
  const book = () => page.getByRole('button', { name: 'Book', exact: true })
  const booked = async (name: string): Promise<number> => {
    const { body } = await sandbox<{ data: { guestName: string }[] }>('GET', '/v1/reservations?limit=100')
    return body.data.filter(({ guestName }) => guestName.startsWith(name)).length
  }
  const bookings = /^\/v1\/reservations$/

  const refusals = [
    ['429', { kind: 'answer', status: 429, headers: { 'retry-after': '7' } }, 'Try again in 7 seconds.'],
    ['503', { kind: 'answer', status: 503 }, 'The server has a problem.'],
    ['an answer that is lost', { kind: 'lost' }, 'The server did not answer.'],
  ] as const
  for (const [place, [what, fault, words]] of refusals.entries())
    test(`a booking and ${what}: it is said, what was typed stays, and the booking is made once`, async () => {
      const name = `Faulty${place}`
      await fillBooking(name, 200 + 10 * place)
      const before = asked('POST', bookings).length
      // A browser repeats a request by itself as long as a connection that it had kept open breaks.
      proxy.fail('POST', bookings, fault, fault.kind === 'lost' ? Infinity : 1)
      await book().click()
      await page.getByText(words).waitFor()
      assert.equal(await page.getByLabel('First name').inputValue(), name)
      const tries = asked('POST', bookings).length
      await page.waitForTimeout(2 * seconds)
      assert.equal(asked('POST', bookings).length, tries, 'the console repeats no write unasked')
      proxy.mend()
      await book().click()
      await heading(page).getByText(name).waitFor()
      const keys = new Set(
        asked('POST', bookings)
          .slice(before)
          .map(({ key }) => key),
      )
      // What was refused for now was not carried out, so the next try is a write of its own.
      assert.equal(keys.size, what === '429' ? 2 : 1)
      assert.equal(await booked(name), 1)
    })

  test('two people change the same night: the second sees what the first did, and nothing is written over unseen', async () => {
    const other = await signIn()
    const {
      body: { data: listings },
    } = await sandbox<{ data: { id: string; name: string }[] }>('GET', '/v1/listings?limit=1')
    const id = listings[0]?.id ?? ''
    const priceOf = async (date: string) => {
      const { body } = await sandbox<{ data: { nights: { price: number }[] }[] }>(
        'GET',
        `/v1/calendar?listing_id=${id}&from=${date}&to=${date}`,
      )
      return body.data[0]?.nights[0]?.price
    }
    const openNight = async (of: Page) => {
      await open(`/calendar?listing=${id}`, of)
      const night = of.locator('.night.free').first()
      await night.waitFor()
      const place = Number(await night.getAttribute('data-day'))
      await night.click()
      const panel = of.getByRole('dialog')
      await panel.getByLabel('Price per night').waitFor()
      return { panel, place }
    }
    const ours = await openNight(page)
    const theirs = await openNight(other.page)
    assert.equal(ours.place, theirs.place)
    await ours.panel.getByLabel('Price per night').fill('301')
    await theirs.panel.getByLabel('Price per night').fill('302')
    await ours.panel.getByRole('button', { name: 'Show what would change' }).click()
    await ours.panel.getByRole('button', { name: 'Save' }).waitFor()
    await theirs.panel.getByRole('button', { name: 'Show what would change' }).click()
    await theirs.panel.getByRole('button', { name: 'Save' }).click()
    await theirs.panel.waitFor({ state: 'detached' })
    // The calendar begins with a Monday, nine weeks ago.
    const sinceMonday = (new Date().getUTCDay() + 6) % 7
    const night = day(theirs.place - sinceMonday - 9 * 7)
    assert.equal(await priceOf(night), 302)
    await ours.panel.getByRole('button', { name: 'Save' }).click()
    await ours.panel.getByText('Somebody changed this since you looked.').waitFor()
    await ours.panel.getByText('302').first().waitFor()
    assert.equal(await priceOf(night), 302, 'nothing was written')
    assert.equal(await ours.panel.getByLabel('Price per night').inputValue(), '301')
    await ours.panel.getByRole('button', { name: 'Save all the same' }).click()
    await ours.panel.waitFor({ state: 'detached' })
    assert.equal(await priceOf(night), 301)
    await other.context.close()
  })

  test('an answer to a change of nights that is lost is no change by somebody else', async () => {
    await open('/calendar')
    await page.locator('.night.free').nth(5).click()
    const panel = page.getByRole('dialog')
    await panel.getByLabel('Minimum nights').fill('4')
    await panel.getByRole('button', { name: 'Show what would change' }).click()
    proxy.fail('PUT', /^\/v1\/availability\/\d+$/, { kind: 'lost' }, Infinity)
    await panel.getByRole('button', { name: 'Save' }).click()
    await panel.getByText('The server did not answer.').waitFor()
    proxy.mend()
    await panel.getByRole('button', { name: 'Save' }).click()
    await page.locator('.toast').waitFor()
    await panel.waitFor({ state: 'detached' })
  })

  test('a session that somebody copied ends with the session, and the window says so', async () => {
    const victim = await signIn()
    const cookies = await victim.context.cookies(`${proxy.origin}/v1`)
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const steal = (headers: Record<string, string>) =>
      fetch(`${world.server().baseUrl}/v1/sessions?limit=100`, { headers: { cookie, ...headers } })
    assert.equal((await steal({})).status, 401, 'a cookie counts with the header of the console alone')
    const stolen = await steal({ 'x-lodgewire-console': 'sandbox' })
    assert.equal(stolen.status, 200)
    const { data } = (await stolen.json()) as { data: { id: string; current: boolean }[] }
    const current = data.find((session) => session.current)?.id ?? ''
    assert.equal((await sandbox('DELETE', `/v1/sessions/${current}`)).status, 200)
    await until(
      'the end of the session',
      async () => (await steal({ 'x-lodgewire-console': 'sandbox' })).status === 401,
    )
    await open('/listings', victim.page)
    // The window goes back to live data, whose session goes on.
    await victim.page.locator('nav.side').waitFor({ state: 'attached' })
    assert.equal(await victim.page.locator('.mode').count(), 0)
    await victim.context.close()
  })

  test('a page of another site, or of another port, changes nothing', async () => {
    const target = `${proxy.origin}/v1/webhooks`
    const count = async () =>
      (await sandbox<{ data: unknown[] }>('GET', '/v1/webhooks?limit=100')).body.data.length
    const live = async () =>
      (
        await api<{ data: unknown[] }>(
          world.server(),
          world.server().keys.liveKey,
          'GET',
          '/v1/webhooks?limit=100',
        )
      ).body.data.length
    const before = [await count(), await live()]
    const hook = JSON.stringify({ url: 'https://evil.example/', events: ['*'] })
    const foreign = createServer((_request, response) =>
      response.setHeader('content-type', 'text/html')
        .end(`<form method="post" enctype="text/plain" action="${target}">
        <input name='${hook.slice(0, -1)},"x":"' value='"}'><button>Win</button></form>`),
    )
    foreign.listen(0)
    await once(foreign, 'listening')
    const { port } = foreign.address() as AddressInfo
    // `localhost` is the same site as the console: its strict cookie is sent from there.
    for (const host of ['localhost', '127.0.0.1']) {
      const window = await own.context.newPage()
      await window.goto(`http://${host}:${port}/`)
      for (const headers of [{}, { 'x-lodgewire-console': 'live' }, { 'x-lodgewire-console': 'sandbox' }])
        for (const [method, type] of [
          ['POST', 'text/plain'],
          ['POST', 'application/json'],
          ['DELETE', 'application/json'],
        ] as const)
          for (const mode of ['cors', 'no-cors'] as const) {
            const answer = await window.evaluate(
              ([url, init]) =>
                fetch(url as string, init as RequestInit).then(
                  (response) => String(response.status),
                  (error: unknown) => String(error),
                ),
              [
                target,
                {
                  method,
                  mode,
                  credentials: 'include',
                  headers: { ...headers, 'content-type': type },
                  body: hook,
                },
              ],
            )
            assert.match(answer, /^(0|40\d|TypeError.*)$/, `${host} ${method} ${mode} ${type}`)
          }
      await window.getByRole('button', { name: 'Win' }).click()
      await window.waitForURL(target)
      assert.match(await window.locator('body').innerText(), /"unauthorized"|"unsupported_media_type"/)
      await window.close()
    }
    foreign.close()
    assert.deepEqual([await count(), await live()], before)
    own.complaints.length = 0
  })
})
