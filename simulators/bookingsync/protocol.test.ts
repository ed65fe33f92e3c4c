import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { SimulatorOptions } from '../index.ts'
import { openSimulator, type JsonRow } from '../kit/testing/open-simulator.ts'

async function requestToken(origin: string, fields: Record<string, string>) {
  const redirect_uri = 'urn:ietf:wg:oauth:2.0:oob'
  const body = new URLSearchParams({ redirect_uri, ...fields })
  const answer = await fetch(`${origin}/oauth/token`, { method: 'POST', body })
  return { status: answer.status, body: (await answer.json()) as Record<string, string> }
}

async function openAccount(t: TestContext, options: SimulatorOptions = {}) {
  let refresh = ''
  const account = await openSimulator(
    t,
    'bookingsync',
    { listings: 6, reservations: 150, ...options },
    {
      prefix: '/api/v3',
      headers: async ({ url, credentials: { clientId = '', clientSecret = '', code = '' } }) => {
        const app = { client_id: clientId, client_secret: clientSecret }
        const { body } = await requestToken(url, { ...app, grant_type: 'authorization_code', code })
        refresh = body['refresh_token'] ?? ''
        return { authorization: `Bearer ${body['access_token']}` }
      },
    },
  )
  const { url, credentials } = account.simulator
  const app = { client_id: credentials['clientId'] ?? '', client_secret: credentials['clientSecret'] ?? '' }
  const renew = (refresh_token: string) =>
    requestToken(url, { ...app, grant_type: 'refresh_token', refresh_token })
  return { ...account, refresh, renew }
}

type Listed = JsonRow & { bookings: JsonRow[]; meta: { deleted_ids?: number[] } }

test('a refresh token ends once the pair that replaced it is used', async (t) => {
  const { simulator, refresh, renew } = await openAccount(t)
  const [first, again] = [await renew(refresh), await renew(refresh)]
  assert.deepEqual([first.status, again.status], [200, 200])
  const authorization = `Bearer ${again.body['access_token']}`
  const used = await fetch(`${simulator.url}/api/v3/accounts`, { headers: { authorization } })
  assert.equal(used.status, 200)
  assert.equal((await renew(refresh)).status, 401)
  assert.equal((await renew(again.body['refresh_token'] ?? '')).status, 200)
})

test('a list of bookings begins today, without cancelled ones, and counts itself in headers', async (t) => {
  const { get } = await openAccount(t)
  const coming = await get<Listed>('/bookings')
  assert.ok(
    coming.body.bookings.every(
      ({ end_at, status }) => String(end_at) >= '2026-05-11' && status !== 'Canceled',
    ),
  )
  const all = await get<Listed>('/bookings?from=2000-01-01&include_canceled=true&page=2')
  assert.equal(all.body.bookings.length, 50)
  assert.deepEqual(
    ['x-total-count', 'x-total-pages', 'x-updated-since-request-synced-at'].map((name) =>
      all.headers.get(name),
    ),
    ['150', '2', '2026-05-11 09:30:00 UTC'],
  )
  assert.match(all.headers.get('link') ?? '', /rel="last"$/)
})

test('what was cancelled since is told by its id, and what is asked for stands in the row', async (t) => {
  const { get, control } = await openAccount(t)
  const { body } = await get<Listed>('/bookings?include=client,source')
  const [booking] = body.bookings.filter(({ status, client }) => status === 'Booked' && client !== null)
  assert.ok(booking)
  assert.equal((booking['client'] as JsonRow)['id'], (booking['links'] as JsonRow)['client'])
  await control('POST', '/clock', { advanceSeconds: 60 })
  await control('POST', `/reservations/${String(booking['id'])}/cancel`)
  const since = await get<Listed>('/bookings?updated_since=2026-05-11T09:30:30Z&include=source')
  assert.deepEqual([since.body.bookings, since.body.meta.deleted_ids], [[], [booking['id']]])
  assert.equal((await get(`/bookings/${String(booking['id'])}`)).status, 404)
})

test('an application makes a thousand calls an hour', async (t) => {
  const { get } = await openAccount(t, { rateLimit: 'vendor', listings: 1, reservations: 0 })
  for (let call = 0; call < 1000; call += 1) await get('/accounts')
  const over = await get('/accounts')
  assert.deepEqual([over.status, over.body['error']], [429, 'API v3 rate limit exceeded.'])
  assert.ok(Number(over.headers.get('x-ratelimit-reset')) > 1_700_000_000)
})
