/** Connecting and disconnecting through the API. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { startSimulator } from '../../simulators/index.ts'
import { startWorld, type ShownConnection, type World } from './world.ts'

let world: World
before(async () => {
  world = await startWorld({ listings: 3, reservations: 12, seed: 2 })
  await world.startWorker()
})
after(() => world.close())

const post = (credentials: unknown, provider = 'hostaway', more: object = {}) =>
  world.app.post(`/v1/connect/${provider}/credentials`, { credentials, ...more })
const errorOf = (answer: { body: unknown }) => (answer.body as { error: Record<string, unknown> }).error

test('before anything is connected', async () => {
  const shown = await world.get<Record<string, unknown>>('/v1/connect/hostaway')
  assert.equal(shown.connected, false)
  assert.equal((shown.capabilities as { pms: { reviews: { read: boolean } } }).pms.reviews.read, true)
  assert.equal('id' in shown, false)
  assert.deepEqual(await world.all('/v1/connect'), [])
  const gone = await world.app.delete('/v1/connect/hostaway')
  assert.equal(gone.status, 404)
  assert.equal(errorOf(gone).code, 'no_connection')
  assert.deepEqual(errorOf(gone).reconnect, { method: 'POST', path: '/v1/connect/hostaway/credentials' })
})

test('unknown providers are named with those that are known', async () => {
  for (const answer of [await world.app.get('/v1/connect/nobody'), await post({}, 'nobody')]) {
    assert.equal(answer.status, 400)
    assert.equal(errorOf(answer).code, 'invalid_provider')
    assert.ok((errorOf(answer).valid_values as string[]).includes('hostaway'))
  }
})

test('missing, unknown and misplaced credentials are named', async () => {
  const { accountId, apiKey } = world.simulator.credentials
  const fields = async (credentials: object) => {
    const answer = await post(credentials)
    assert.equal(answer.status, 400)
    assert.equal(errorOf(answer).code, 'invalid_body')
    assert.doesNotMatch(answer.text, new RegExp(String(apiKey)))
    return errorOf(answer).field
  }
  assert.equal(await fields({ accountId }), 'credentials.apiKey')
  assert.equal(await fields({ accountId, apiKey, apyKey: '1' }), 'credentials.apyKey')
  assert.equal(await fields({ accountId: apiKey, apiKey }), 'credentials.accountId')
})

test('wrong credentials are refused by the vendor and not stored', async () => {
  const answer = await post({ ...world.simulator.credentials, apiKey: 'wrong-key-123456' })
  assert.equal(answer.status, 401)
  assert.equal(errorOf(answer).code, 'invalid_credentials')
  assert.equal(errorOf(answer).provider, 'hostaway')
  assert.deepEqual(await world.all('/v1/connect'), [])
})

test('a connect session that was never made', async () => {
  const answer = await post(world.simulator.credentials, 'hostaway', { sessionId: 'cs_nothing' })
  assert.equal(answer.status, 404, answer.text)
})

let id: string
test('connected: checked, stored encrypted, imported', async () => {
  const answer = await post(world.simulator.credentials, 'hostaway', {
    writePolicy: { reservations: { api: false } },
  })
  assert.equal(answer.status, 200, answer.text)
  const body = answer.body as unknown as Record<string, unknown>
  id = String(body.pmsConnectionId)
  assert.equal(body.created, true)
  assert.deepEqual(body.accountInfo, {
    externalAccountId: world.simulator.credentials.accountId,
    accountName: null,
  })
  // The vendor is asked for it by the worker: some want a call for every hotel and event.
  assert.deepEqual(body.webhooks, { registered: false, pending: true })
  assert.equal((body.writePolicy as { reservations: { api: boolean } }).reservations.api, false)
  await world.settle()
  const shown = await world.get<ShownConnection>('/v1/connect/hostaway')
  assert.equal(shown.import?.status, 'completed')
  const { rows } = await sql<{ credentials: Buffer; session: Buffer; inbound: unknown }>`
    select credentials, session, inbound from connections`.execute(world.app.db)
  const stored = rows
    .map(
      (row) =>
        row.credentials.toString('latin1') + row.session.toString('latin1') + JSON.stringify(row.inbound),
    )
    .join()
  assert.doesNotMatch(stored, new RegExp(String(world.simulator.credentials.apiKey)))
  assert.doesNotMatch(stored, /token|password|apiKey/i)
})

test('sending them again keeps the connection and its policy', async () => {
  const { accountId: account_id, apiKey: api_key } = world.simulator.credentials
  const answer = await post({ account_id: Number(account_id), api_key: ` ${api_key} ` })
  const body = answer.body as unknown as Record<string, unknown>
  assert.equal(body.pmsConnectionId, id)
  assert.equal(body.created, false)
  assert.deepEqual(body.webhooks, { registered: true })
  assert.equal((body.writePolicy as { reservations: { api: boolean } }).reservations.api, false)
  assert.equal((await world.all('/v1/connect')).length, 1)
})

test('the connection is listed, in its own workspace and space only', async () => {
  const [row] = await world.all<Record<string, unknown>>('/v1/connect')
  assert.deepEqual([row?.id, row?.provider, row?.status, row?.action], [id, 'hostaway', 'active', null])
  const other = await world.app.addWorkspace()
  assert.deepEqual(await world.all('/v1/connect', other), [])
  const sandbox = await world.app.get('/v1/connect/hostaway', { key: world.app.sandboxKey })
  assert.equal((sandbox.body as unknown as ShownConnection).connected, false)
})

test('a sandbox key connects into the sandbox', async () => {
  const answer = await world.app.post(
    '/v1/connect/hostaway/credentials',
    { credentials: { accountId: 'sandbox', apiKey: 'sandbox' } },
    { key: world.app.sandboxKey },
  )
  assert.equal(answer.status, 200, answer.text)
  await world.settle()
  const { body } = await world.app.get('/v1/listings', { key: world.app.sandboxKey })
  const ids = (body as unknown as { data: { id: string }[] }).data.map((one) => Number(one.id))
  assert.ok(ids.length > 0 && ids.every((one) => one >= 900_000_000))
})

test('disconnected: secrets wiped, data kept, listings inactive; connecting again brings them back', async () => {
  const [kept, ...switched] = await world.all<{ id: string }>('/v1/listings')
  assert.ok(kept && switched.length > 0)
  await world.app.post('/v1/listings/status', { listingIds: [kept.id], active: false })
  const answer = await world.app.delete('/v1/connect/hostaway')
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(answer.body, {
    disconnected: true,
    provider: 'hostaway',
    accountId: world.simulator.credentials.accountId,
    listingsDeactivated: switched.map((one) => one.id),
  })
  const { rows } = await sql`
    select credentials, session, inbound, inbound_token_hash from connections where id = ${id}`.execute(
    world.app.db,
  )
  assert.deepEqual(rows, [{ credentials: null, session: null, inbound: null, inbound_token_hash: null }])
  const shown = await world.get<ShownConnection>('/v1/connect/hostaway')
  assert.deepEqual([shown.connected, shown.status], [false, 'disconnected'])
  assert.equal((await world.app.get(`/v1/listings/${switched[0]?.id}`)).status, 403)
  world.simulator.calls.clear()
  await world.pass(26 * 3600)
  const live = world.simulator.calls.list().filter((call) => call.path.startsWith('/v1/reservations'))
  // The sandbox goes on reading; the disconnected account does not start a second walk beside it.
  assert.ok(live.length < 12)
  const told = (await world.events()).length

  const again = await post(world.simulator.credentials)
  assert.equal((again.body as unknown as Record<string, unknown>).pmsConnectionId, id)
  await world.settle()
  assert.deepEqual(
    (await world.all<{ id: string }>('/v1/listings')).map((one) => one.id),
    switched.map((one) => one.id),
  )
  const since = (await world.events()).slice(told)
  assert.deepEqual(
    since.map(({ type, data }) => `${type} ${String(data.object?.id)}`),
    switched.map((one) => `listing.reactivated ${one.id}`),
  )
})

test('with several accounts one has to be named', async () => {
  await sql`
    insert into connections (workspace_id, id, provider, external_account_id, write_policy, status)
    values (${world.app.workspace.id}, nextval('connections_id'), 'hostaway', '999', '{}', 'active')`.execute(
    world.app.db,
  )
  const answer = await world.app.delete('/v1/connect/hostaway')
  assert.equal(answer.status, 422)
  assert.equal(errorOf(answer).code, 'invalid_params')
  const values = errorOf(answer).valid_values as string[]
  assert.deepEqual(values.toSorted(), ['999', String(world.simulator.credentials.accountId)].sort())
  assert.equal((await world.app.delete('/v1/connect/hostaway?accountId=1')).status, 404)
  assert.equal((await world.app.delete('/v1/connect/hostaway?accountId=999')).status, 200)
})

test('a vendor that cannot be reached', async () => {
  const gone = await startSimulator('hostaway', { listings: 1, reservations: 0 })
  await gone.close()
  const services = world.services as { config: object }
  const { config } = services
  services.config = { ...config, vendorBaseUrls: new Map([['hostaway', gone.url]]) }
  const answer = await post(world.simulator.credentials)
  services.config = config
  assert.equal(answer.status, 502)
  assert.equal(errorOf(answer).code, 'network_error')
})
