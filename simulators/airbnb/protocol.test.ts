import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sender, type JsonRow } from '../kit/testing/open-simulator.ts'
import { appOf, headersOf, openAccount, redirectUri, submitConsent } from './test-account.ts'

type Refused = { error_code: number; error_type: string; error_message: string; error_details?: JsonRow[] }
type Listed = { listings: (JsonRow & { id: string })[]; paging: { next_cursor: string | null } }

test('a host signs in on a page, allows, and comes back with a code', async (t) => {
  const { simulator, hosts } = await openAccount(t)
  const query = new URLSearchParams({
    ...{ client_id: appOf(simulator).clientId, redirect_uri: redirectUri, state: '"><b>' },
    scope: 'property_management,messages_read',
  })
  const shown = await fetch(`${simulator.url}/oauth2/auth?${query}`)
  const page = await shown.text()
  assert.equal(shown.headers.get('content-type'), 'text/html; charset=utf-8')
  for (const { first_name } of hosts()) assert.ok(page.includes(String(first_name).replaceAll("'", '&#39;')))
  assert.ok(!page.includes('"><b>'), 'what is sent is no markup')
  assert.equal(page.match(/name="scope\./g)?.length, 2)
  const host = String(hosts()[0]?.id)
  const { status, back } = await submitConsent(simulator, {
    ...{ host, decision: 'allow', 'scope.messages_read': '1' },
  })
  assert.equal(status, 302)
  assert.ok(back?.href.startsWith(`${redirectUri}&code=`))
  assert.deepEqual(
    [back?.searchParams.get('scope'), back?.searchParams.get('state')],
    ['messages_read', 'st 1'],
  )
})

test('who declines, a second software and co-hosts come back with an error', async (t) => {
  const { simulator, hosts, control } = await openAccount(t)
  const [first, , managed, cohost] = hosts().map(({ id }) => String(id))
  const all = { 'scope.property_management': '1', 'scope.reservations_web_hooks': '1' }
  const errorOf = async (fields: Record<string, string>) => {
    const { back } = await submitConsent(simulator, { ...all, ...fields })
    assert.equal(back?.searchParams.get('code'), null)
    assert.notEqual(back?.searchParams.get('error_description') ?? '', '')
    return back?.searchParams.get('error')
  }
  assert.equal(await errorOf({ host: first ?? '', decision: 'decline' }), 'access_denied')
  assert.equal(await errorOf({ host: managed ?? '', decision: 'allow' }), 'access_denied')
  assert.equal(await errorOf({ host: cohost ?? '', decision: 'allow' }), 'access_denied')
  await control('POST', `/hosts/${managed}/other-software`, { name: null })
  const { back } = await submitConsent(simulator, { ...all, host: managed ?? '', decision: 'allow' })
  assert.ok(back?.searchParams.has('code'))
  const stranger = await submitConsent(simulator, { ...all, client_id: 'nobody', host: first ?? '' })
  assert.deepEqual([stranger.status, stranger.back], [400, undefined])
})

test('tokens last a day, are renewed, told about and revoked', async (t) => {
  const { app, tokens, get, as, control, simulator } = await openAccount(t)
  assert.ok(tokens.expires_at * 1000 <= simulator.clock.nowMs() + 86_400_000)
  const path = '/oauth2/authorizations'
  assert.deepEqual((await app('GET', `${path}/${tokens.access_token}`)).body, { valid: true })
  await control('POST', '/clock', { advanceSeconds: 86_400 })
  assert.equal((await get('/users/me')).status, 401)
  assert.deepEqual((await app('GET', `${path}/${tokens.access_token}`)).body, { valid: false })
  const { refresh_token } = tokens
  const renew = (body: object) => app<typeof tokens>('POST', `${path}?_unwrapped=true`, body)
  const kept = (await renew({ refresh_token, reset_refresh_token: 0 })).body
  assert.equal(kept.refresh_token, refresh_token)
  const reset = (await renew({ refresh_token, reset_refresh_token: 1 })).body
  assert.notEqual(reset.refresh_token, refresh_token)
  assert.equal((await renew({ refresh_token })).status, 400)
  const { body } = await as(reset)<{ user: JsonRow }>('GET', '/users/me')
  assert.equal(body.user.id, tokens.user_id)
  assert.equal((await app('DELETE', `${path}/${reset.access_token}`)).status, 200)
  assert.equal((await app('DELETE', `${path}/${reset.access_token}`)).status, 404)
  assert.equal((await as(reset)('GET', '/users/me')).status, 401)
  assert.equal((await renew({ refresh_token: reset.refresh_token })).status, 400)
  assert.equal((await renew({ code: 'x', refresh_token })).status, 400)
  const wrapped = await app<{ authorization?: object }>('POST', path, { code: 'x' })
  assert.equal(wrapped.status, 400)
})

test('a call says who asks, in whose name, and which version it speaks', async (t) => {
  const { simulator, tokens } = await openAccount(t)
  const headers: Record<string, string> = headersOf(simulator, tokens)
  const ask = async (change: Record<string, string>) => {
    const { status, body } = await sender(`${simulator.url}/v2`, { ...headers, ...change })<Refused>(
      'GET',
      '/listings',
    )
    return [status, body.error_type]
  }
  assert.deepEqual(await ask({}), [200, undefined])
  assert.deepEqual(await ask({ 'x-airbnb-api-key': 'x' }), [401, 'invalid_client'])
  assert.deepEqual(await ask({ 'x-airbnb-oauth-token': 'x' }), [401, 'authentication_required'])
  assert.deepEqual(await ask({ 'x-airbnb-req-api-version': '2021.06.30' }), [400, 'validation_error'])
  delete headers['x-airbnb-req-api-version']
  assert.deepEqual(await ask({}), [400, 'validation_error'])
})

test('permissions decide what works, and a host who takes them back ends everything', async (t) => {
  const { own, send, get, control, tokens } = await openAccount(t, {}, 'reservations_web_hooks,messages_read')
  const [home] = own()
  assert.equal((await get('/listings')).status, 200)
  const refused = await send<Refused>('PUT', `/listings/${home?.id}`, { name: 'A longer name' })
  assert.deepEqual([refused.status, refused.body.error_type], [403, 'permission_denied'])
  const { body } = await control('POST', `/hosts/${tokens.user_id}/revoke`)
  assert.deepEqual(
    body.listing_ids,
    own().map(({ id }) => id),
  )
  assert.equal((await get('/listings')).status, 401)
})

test('lists come in parts, each naming the next one', async (t) => {
  const { get, own } = await openAccount(t, { listings: 90, reservations: 0 })
  const rows: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const { body }: { body: Listed } = await get<Listed>(
      '/listings',
      cursor === '' ? {} : { _cursor: cursor },
    )
    assert.ok(body.listings.length <= 20)
    rows.push(...body.listings.map(({ id }) => id))
    cursor = body.paging.next_cursor
  }
  assert.deepEqual(
    rows,
    own().map(({ id }) => id),
  )
  assert.equal((await get<Listed>('/listings?_limit=50')).body.listings.length, 45)
  assert.equal((await get('/listings?_limit=51')).status, 400)
  assert.equal((await get('/listings?_cursor=x')).status, 400)
  assert.equal((await get('/listings?_offset=5')).status, 400)
})

test('a listing is made, switched, unlisted with a reason and deleted', async (t) => {
  const { send, get } = await openAccount(t)
  const short = await send<Refused>('POST', '/listings', { name: 'Short' })
  assert.deepEqual([short.status, short.body.error_type], [400, 'validation_error'])
  assert.deepEqual(Object.keys(short.body.error_details?.[0] ?? {}), ['error_message', 'error_reason'])
  const made = await send<{ id: string }>('POST', '/listings', { name: 'House by the lake' })
  assert.deepEqual(Object.keys(made.body), ['id'])
  const path = `/listings/${made.body.id}`
  assert.equal((await send('PUT', path, { bedrooms: 2 })).status, 403)
  assert.deepEqual((await send('PUT', path, { synchronization_category: 'sync_all' })).body, {})
  assert.equal((await send('PUT', path, { synchronization_category: 'sync_rates' })).status, 400)
  assert.equal((await send('PUT', path, { bedrooms: 2, bathrooms: 1.5 })).status, 200)
  assert.equal((await send('PUT', path, { permit_or_tax_id: 'x' })).status, 400)
  const { listing } = (await get<{ listing: JsonRow }>(path)).body
  assert.deepEqual([listing.bedrooms, listing.synchronization_category], [2, 'sync_all'])
  assert.equal((await send('DELETE', path)).status, 200)
  assert.equal((await get(path)).status, 404)
})

test('what belongs to another host is not there', async (t) => {
  const { state, own, get } = await openAccount(t)
  const other = state().listings?.find(({ host_id }) => host_id !== own()[0]?.host_id)
  assert.equal((await get(`/listings/${String(other?.id)}`)).status, 404)
  assert.equal((await get(`/listings?user_id=${String(other?.host_id)}`)).status, 403)
})

test('the limits of an address are on and can be set', async (t) => {
  const { get } = await openAccount(t, { rateLimit: 'vendor', habits: { limit10Seconds: 5 } })
  const statuses = []
  for (let call = 0; call < 6; call++) statuses.push((await get('/users/me')).status)
  assert.deepEqual([statuses.filter((status) => status === 200).length, statuses.at(-1)], [4, 429])
})
