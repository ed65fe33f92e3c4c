import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSimulator } from '../index.ts'
import { askForToken, mintToken, openAccount } from './test-account.ts'

test('a token is given for the right credentials only, in the words of OAuth', async (t) => {
  const { simulator } = await openAccount(t, { listings: 1, reservations: 1 })
  const good = await askForToken(simulator)
  assert.equal(good.status, 200)
  const body = (await good.json()) as Record<string, unknown>
  assert.deepEqual(
    [body.token_type, body.expires_in, body.scope, typeof body.access_token],
    ['Bearer', 86_400, 'open-api', 'string'],
  )
  for (const [changed, status] of [
    [{ client_secret: 'wrong' }, 401],
    [{ client_id: '1' }, 401],
    [{ grant_type: 'password' }, 400],
    [{ scope: 'booking_engine:api' }, 400],
  ] as const) {
    const refused = await askForToken(simulator, changed)
    assert.equal(refused.status, status)
    const { error, error_description: words } = (await refused.json()) as Record<string, string>
    assert.ok(error && words)
  }
})

test('five tokens are given in 24 hours, and each is good for as long', async (t) => {
  const simulator = await startSimulator('guesty', {
    listings: 1,
    reservations: 1,
    now: '2026-05-11T09:30:00Z',
  })
  t.after(() => simulator.close())
  const first = await mintToken(simulator)
  const status = async () =>
    (await fetch(`${simulator.url}/v1/accounts/me`, { headers: { authorization: `Bearer ${first}` } })).status
  for (let token = 2; token <= 5; token++) {
    simulator.clock.advanceSeconds(3600)
    assert.equal((await askForToken(simulator)).status, 200)
  }
  // A refused login uses up nothing.
  assert.equal((await askForToken(simulator, { client_secret: 'wrong' })).status, 401)
  const sixth = await askForToken(simulator)
  assert.equal(sixth.status, 429)
  const wait = Number(sixth.headers.get('retry-after'))
  assert.ok(wait > 19 * 3600 && wait <= 20 * 3600, `${wait} s`)
  assert.equal(await status(), 200)
  simulator.clock.advanceSeconds(wait)
  assert.equal((await askForToken(simulator)).status, 200)
  assert.equal(await status(), 401)
})

test('without a token and with a wrong one the answer is 401', async (t) => {
  const { simulator } = await openAccount(t, { listings: 1, reservations: 1 })
  for (const headers of [undefined, { authorization: 'Bearer x' }, { authorization: 'Basic x' }]) {
    const response = await fetch(`${simulator.url}/v1/listings`, headers === undefined ? {} : { headers })
    assert.equal(response.status, 401)
    assert.deepEqual(await response.json(), { error: { code: 'UNAUTHORIZED', message: 'Unauthorized' } })
  }
})

test('calls are limited for the account, by second, minute and hour, and every answer tells what is left', async (t) => {
  const { get, simulator } = await openAccount(t, { listings: 1, reservations: 1, rateLimit: 'vendor' })
  // Past the call for the token.
  simulator.clock.advanceSeconds(60)
  const answers = await Promise.all(Array.from({ length: 16 }, () => get('/accounts/me')))
  const refused = answers.filter(({ status }) => status === 429)
  // Whether the calls took longer than a second depends on the machine.
  assert.ok(refused.length <= 1)
  for (const { headers } of refused) assert.equal(headers.get('retry-after'), '1')
  const [first] = answers
  assert.deepEqual(
    ['second', 'minute', 'hour'].map((name) => first?.headers.get(`x-ratelimit-limit-${name}`)),
    ['15', '120', '5000'],
  )
  let calls = answers.length - refused.length
  simulator.clock.advanceSeconds(1)
  for (; calls < 120; calls += 1) {
    simulator.clock.advanceSeconds(0.1)
    assert.equal((await get('/accounts/me')).status, 200)
  }
  simulator.clock.advanceSeconds(0.1)
  const late = await get('/accounts/me')
  assert.equal(late.status, 429)
  const wait = Number(late.headers.get('retry-after'))
  assert.ok(wait > 1 && wait <= 60, `${wait} s`)
  simulator.clock.advanceSeconds(wait)
  assert.equal((await get('/accounts/me')).status, 200)
})

test('what is not there is refused in the words of each service', async (t) => {
  const { get, send } = await openAccount(t, { listings: 1, reservations: 1 })
  const missing = '5f92cbf10cf217478ba9ffff'
  const refusals = [
    [`/listings/${missing}`, 404, 'Listing not found'],
    [`/communication/conversations/${missing}`, 404, 'Conversation not found'],
    [`/communication/conversations/${missing}/posts`, 404, 'Conversation not found'],
    [`/reviews/${missing}`, 404, 'Review not found'],
    [`/guests-crud/${missing}?fields=_id`, 404, 'Guest not found'],
    [`/webhooks/${missing}`, 404, 'Webhook not found'],
    ['/guests-crud', 400, 'columns should not be empty'],
    ['/nothing', 404, 'Not Found'],
    ['/reservations?filters=[', 400, 'filters is not valid JSON'],
    ['/reservations?filters=[{}]', 400, 'filter is not valid: {}'],
    ['/reservations-v3', 400, 'reservationIds should not be empty'],
    ['/reservations-v3?reservationIds[]=5', 400, 'reservationIds must be 1 to 10 ids'],
  ] as const
  for (const [path, status, words] of refusals) {
    const answer = await get<{ message: string }>(path)
    assert.deepEqual([answer.status, answer.body.message], [status, words], path)
  }
  const plain = await get<unknown>(`/reservations/${missing}`)
  assert.deepEqual([plain.status, plain.body], [404, 'Reservation Not Found'])
  assert.equal((await get('/reservations/5')).status, 400)
  assert.equal((await send('POST', '/reservations', {})).status, 404)
})

test('the older reservation endpoints can be switched off', async (t) => {
  const { get, state } = await openAccount(t, { listings: 1, reservations: 5, habits: { legacyRetired: 1 } })
  const id = state().reservations[0]?.id ?? ''
  assert.equal((await get('/reservations')).status, 410)
  assert.equal((await get(`/reservations/${id}`)).status, 410)
  assert.equal((await get('/reservations-v3', { 'reservationIds[]': id })).status, 200)
})
