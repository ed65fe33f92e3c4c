import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askForToken, mintToken, openAccount } from './test-account.ts'

test('a token is given for the right credentials only, in the words of OAuth', async (t) => {
  const { simulator } = await openAccount(t, { listings: 1, reservations: 1 })
  const good = await askForToken(simulator)
  assert.equal(good.status, 200)
  const body = (await good.json()) as Record<string, unknown>
  assert.deepEqual(Object.keys(body), ['token_type', 'expires_in', 'access_token'])
  assert.equal(body.token_type, 'Bearer')
  assert.equal(body.expires_in, 15_897_600)
  for (const [changed, status] of [
    [{ client_secret: 'wrong' }, 401],
    [{ client_id: '1' }, 401],
    [{ grant_type: 'password' }, 400],
    [{ scope: 'all' }, 400],
  ] as const) {
    const refused = await askForToken(simulator, changed)
    assert.equal(refused.status, status)
    const { status: word, message } = (await refused.json()) as { status: string; message: string }
    assert.equal(word, 'fail')
    assert.ok(message.length > 0)
  }
})

test('without a token, with a revoked one and after its time the answer is 403', async (t) => {
  const { simulator, token, get, send, control } = await openAccount(t, { listings: 1, reservations: 1 })
  const bare = await fetch(`${simulator.url}/v1/listings`)
  assert.equal(bare.status, 403)
  assert.equal(((await bare.json()) as { status: string }).status, 'fail')
  assert.equal((await get('/listings')).status, 200)
  const revoked = (await send('DELETE', `/accessTokens?token=${token}`)).body
  assert.deepEqual(revoked, { status: 'success', result: [] })
  assert.equal((await get('/listings')).status, 403)

  const second = await mintToken(simulator)
  const withSecond = async () =>
    (await fetch(`${simulator.url}/v1/listings`, { headers: { authorization: `Bearer ${second}` } })).status
  assert.equal(await withSecond(), 200)
  await control('POST', '/clock', { advanceSeconds: 15_897_600 })
  assert.equal(await withSecond(), 403)
})

test('with the habit switched on a new token works only after a second', async (t) => {
  const { get, control } = await openAccount(t, { listings: 1, habits: { tokenDelaySeconds: 60 } })
  assert.equal((await get('/listings')).status, 403)
  await control('POST', '/clock', { advanceSeconds: 60 })
  assert.equal((await get('/listings')).status, 200)
})

test('unknown paths and records answer 404 in the vendor’s envelope', async (t) => {
  const { get, send } = await openAccount(t, { listings: 1, reservations: 1 })
  const paths = ['/nothing', '/listings/1', '/reservations/1', '/conversations/1', '/reviews/1']
  const deeper = ['/listingUnits/1', '/webhooks/unifiedWebhooks/1', '/conversations/1/messages']
  for (const path of [...paths, ...deeper, '/listings/x']) {
    const { status, body } = await get(path)
    assert.deepEqual([status, body.status, typeof body.message], [404, 'fail', 'string'], path)
  }
  const stay = { arrivalDate: '2027-03-01', departureDate: '2027-03-04' }
  const nowhere = { listingMapId: 1, channelId: 2000, guestName: 'Ines', ...stay }
  assert.equal((await send('POST', '/reservations', nowhere)).status, 404)
})

test('a body that is not JSON gets a 400 in the vendor’s envelope', async (t) => {
  const { simulator, token } = await openAccount(t, { listings: 1, reservations: 1 })
  const response = await fetch(`${simulator.url}/v1/webhooks/unifiedWebhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{',
  })
  assert.equal(response.status, 400)
  assert.equal(((await response.json()) as { status: string }).status, 'fail')
})

test('lists come in pages of 100 that add up to everything', async (t) => {
  const { get, state } = await openAccount(t, { listings: 3, reservations: 230 })
  const first = await get<{ id: number }[]>('/reservations')
  assert.equal(first.body.result.length, 100)
  const { limit, offset, count, page, totalPages } = first.body
  assert.deepEqual([limit, offset, count, page, totalPages], [null, null, 230, 1, 3])
  const last = await get<{ id: number }[]>('/reservations?limit=100&offset=200')
  assert.equal(last.body.result.length, 30)
  assert.deepEqual([last.body.limit, last.body.offset, last.body.page], [100, 200, 3])
  assert.deepEqual((await get<unknown[]>('/reservations?offset=999')).body.result, [])
  assert.equal((await get<unknown[]>('/reservations?limit=abc')).status, 400)
  assert.equal((await get<unknown[]>('/listings?limit=2')).body.result.length, 2)
  assert.equal(state().reservations.length, 230)
})

test('the sixteenth request within ten seconds gets a 429 with the vendor’s message', async (t) => {
  const { get, control, simulator } = await openAccount(t, { listings: 1, rateLimit: 'vendor' })
  for (let made = 1; made < 15; made++) assert.equal((await get('/listings')).status, 200)
  const refused = await get('/listings')
  const { status, message } = refused.body
  assert.deepEqual([refused.status, status, typeof message], [429, 'fail', 'string'])
  assert.equal((await control('GET', '/calls')).status, 200)
  await control('POST', '/clock', { advanceSeconds: 11 })
  assert.equal((await get('/listings')).status, 200)
  assert.equal(simulator.calls.list().filter((call) => call.status === 429).length, 1)
})
