/** One request with all that is known of it: whose it is, where its time went, and what became of what it did. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startSimulator, type RunningSimulator } from '../../simulators/index.ts'
import { storyEvents } from '../../src/features/observability/requests/story-queries.ts'
import { shapeOf, runInTrace, keptStatements, Trace } from '../../src/platform/trace.ts'
import { startDeliveries, type DeliveryLoop } from '../../src/features/webhooks/delivery/worker.ts'
import { appendEvents, openWrite } from '../../src/platform/outbox.ts'
import type { Queryable } from '../../src/platform/tenant.ts'
import { stages as stageNames } from '../../src/platform/spans.ts'
import { timeOfUuid, timeUuid } from '../../src/platform/time-uuid.ts'
import { startTestApp, type Body, type TestApp } from '../harness/app.ts'
import { until } from '../harness/until.ts'
import { attemptsOf, emit } from '../webhooks/events.ts'
import { startReceiver, type Receiver } from '../webhooks/receiver.ts'

describe('the story of a request', () => {
  let t: TestApp
  let simulator: RunningSimulator
  let receiver: Receiver
  let worker: DeliveryLoop
  before(async () => {
    simulator = await startSimulator('hostaway', { listings: 1, reservations: 1, rateLimit: 'off' })
    receiver = await startReceiver({ '/broken': 400 })
    t = await startTestApp({
      now: new Date().toISOString(),
      env: { ...simulator.partner, VENDOR_BASE_URLS: `hostaway=${simulator.url}` },
    })
    worker = startDeliveries(t.services, { random: () => 0.5 })
  })
  after(async () => {
    await worker?.stop()
    await t?.close()
    await receiver?.close()
    await simulator?.close()
  })

  async function story(id: string, key?: string): Promise<Body> {
    await t.logRequests()
    const { status, body, text } = await t.get(`/v1/requests/${id}`, key === undefined ? {} : { key })
    assert.equal(status, 200, text)
    return body
  }
  const list = (of: unknown) => of as Body[]
  const numbers = (of: unknown) => Object.values(of as Record<string, number>)

  it('tells what was called, what was made, and what receivers said to it', async () => {
    const of = await t.addWorkspace()
    const call = { key: of.liveKey }
    const hook = { url: receiver.url('/broken'), events: ['*'] }
    const webhookId = String((await t.post('/v1/webhooks', hook, call)).body['id'])
    const connected = await t.post(
      '/v1/connect/hostaway/credentials',
      { credentials: simulator.credentials },
      { ...call, headers: { 'x-request-id': 'connect.1' } },
    )
    assert.equal(connected.status, 200, connected.text)
    await until('the first attempt', async () => (await attemptsOf(t.db, of.live, webhookId)).length === 1)
    const made = await story('connect.1', of.liveKey)
    assert.equal(made['requestId'], 'connect.1')
    assert.equal(made['operationId'], 'connectWithCredentials')
    assert.equal(made['route'], '/v1/connect/:provider/credentials')
    assert.equal(made['workspaceId'], of.id)
    assert.equal(made['key']!['prefix'], 'sk_live_')
    assert.deepEqual(made['limits']!['windows'], [{ name: 'burst', limit: 600, used: 2, windowSeconds: 60 }])
    assert.equal(made['limits']!['firstHit'], null)
    assert.ok(Number(made['sql']!['count']) > 3)
    assert.equal(list(made['sql']!['slowest']).length, keptStatements)
    const [first] = list(made['upstream']!['calls'])
    assert.equal(first?.['host'], new URL(simulator.url).host)
    assert.equal(first?.['status'], 200)
    assert.equal(made['upstream']!['count'], list(made['upstream']!['calls']).length)
    const [event, ...more] = list(made['events'])
    assert.deepEqual(more, [])
    assert.equal(made['eventCount'], 1)
    assert.equal(event?.['type'], 'account.created')
    assert.equal(event?.['sequence'], 1)
    const [delivery] = list(event?.['deliveries'])
    assert.equal(delivery?.['webhookId'], webhookId)
    assert.equal(delivery?.['state'], 'pending')
    assert.equal(delivery?.['attempts']![0]!['statusCode'], 400)
    assert.equal(delivery?.['attempts']![0]!['outcome'], 'failed')
    assert.equal(made['id'], (await story(String(made['id']), of.liveKey))['id'])
    for (const secret of numbers(simulator.credentials).map(String).concat(of.liveKey))
      assert.ok(secret.length < 8 || !JSON.stringify(made).includes(secret), `${secret} is shown`)
  })

  it('adds up to the time it took, stage by stage', async () => {
    await t.get('/v1/listings', { headers: { 'x-request-id': 'stages' } })
    const told = await story('stages')
    const stages = numbers(told['stages'])
    assert.deepEqual(Object.keys(told['stages']!), [...stageNames])
    const together = stages.reduce((sum, ms) => sum + ms, 0)
    // Each is rounded to a tenth of a millisecond, and the whole to a whole one.
    assert.ok(Math.abs(together - Number(told['latencyMs'])) <= 2, JSON.stringify(told))
    assert.ok(Number(told['stages']!['handler']) > 0)
    assert.equal(told['eventCount'], 0)
  })

  it('is there right after the answer, and after one that somebody else still waits for', async () => {
    const headers = { 'x-request-id': 'just-now' }
    assert.equal((await t.get('/v1/guests', { headers })).status, 200)
    const told = await t.get('/v1/requests/just-now')
    assert.deepEqual([told.status, told.body['operationId']] as unknown, [200, 'listGuests'])
    const lines = await t.get('/v1/usage/logs?operation=getRequest&limit=1')
    assert.equal(String(lines.body['data']![0]!['path']), '/v1/requests/:requestId')
    // As when another process answers: nobody knows of it yet.
    const early = t.get('/v1/requests/a-moment-later')
    await t.get('/v1/reviews', { headers: { 'x-request-id': 'a-moment-later' } })
    assert.equal((await early).body['operationId'] as unknown, 'listReviews')
    const never = await t.get('/v1/requests/never-sent')
    assert.deepEqual([never.status, never.body['error']!['code']] as unknown, [404, 'not_found'])
  })

  it('is the newest of several with one id, and names the others', async () => {
    const headers = { 'x-request-id': 'thrice' }
    for (const path of ['/v1/listings', '/v1/guests', '/v1/reviews']) {
      t.clock.advance(1000)
      await t.get(path, { headers })
    }
    const newest = await story('thrice')
    assert.equal(newest['path'], '/v1/reviews')
    const [second, first] = list(newest['sameRequestId'])
    assert.equal((await story(String(second)))['path'], '/v1/guests')
    assert.equal((await story(String(first)))['path'], '/v1/listings')
    // An id of ours goes before what somebody calls a request of their own.
    await t.get('/v1/conversations', { headers: { 'x-request-id': String(first) } })
    assert.equal((await story(String(first)))['path'], '/v1/listings')
  })

  it('tells which limit refused it', async () => {
    const of = await t.addWorkspace({ contactConfirmed: false })
    const call = { key: of.sandboxKey }
    for (let sent = 0; sent < 100; sent += 1) await t.get('/v1/usage/tier', call)
    await t.get('/v1/usage/tier', { ...call, headers: { 'x-request-id': 'hundred-and-one' } })
    t.clock.advance(61_000)
    const refused = await story('hundred-and-one', of.sandboxKey)
    assert.equal(refused['errorCode'], 'rate_limit_exceeded')
    assert.equal(refused['limits']!['firstHit'], 'burst')
    assert.deepEqual(refused['limits']!['windows']![0], {
      name: 'burst',
      limit: 100,
      used: 100,
      windowSeconds: 60,
    })
  })

  it('of another workspace, of a sandbox and of nobody are one: not_found', async () => {
    const of = await t.addWorkspace()
    const child = await t.addWorkspace({ parentId: of.id })
    await t.get('/v1/listings', { key: of.liveKey, headers: { 'x-request-id': 'mine' } })
    await t.get('/v1/guests', {
      key: of.liveKey,
      headers: { 'x-request-id': 'for-my-child', 'x-workspace-id': child.id },
    })
    const id = String((await story('mine', of.liveKey))['id'])
    for (const key of [t.liveKey, of.sandboxKey, child.liveKey]) {
      for (const asked of [
        id,
        'mine',
        timeUuid(t.clock.now()),
        'nobody',
        'ffffffff-ffff-7fff-bfff-ffffffffffff',
      ]) {
        const { status, body } = await t.get(`/v1/requests/${asked}`, { key })
        assert.deepEqual([status, body['error']?.['code']], [404, 'not_found'], asked)
      }
    }
    assert.equal((await t.get('/v1/requests/for-my-child', { key: of.liveKey })).status, 404)
    const seenByChild = await story('for-my-child', child.liveKey)
    assert.equal(seenByChild['workspaceId'], child.id)
  })

  it('shows no event of a change that was taken back', async () => {
    const of = await t.addWorkspace()
    const trace = new Trace()
    const event = { type: 'reservation.created', data: { object: { id: '1' } } }
    const write = async (tx: Queryable) => appendEvents(await openWrite(tx, of.live, t.clock.now()), [event])
    await runInTrace(trace, async () => {
      const taken = t.db.transaction().execute(async (tx) => {
        await write(tx)
        throw new Error('taken back')
      })
      await assert.rejects(taken, /taken back/)
      await emit(t, of.live, [{}, {}])
    })
    assert.equal(trace.eventCount, 3)
    const found = await storyEvents(t.db, of.live, trace.events)
    assert.deepEqual(
      found.map(({ id }) => id),
      trace.events.slice(1),
    )
    assert.deepEqual(await storyEvents(t.db, t.scope, trace.events), [])
    assert.equal(new Set(trace.events).size, 3)
    trace.enter(null)
    runInTrace(trace, () => trace.made(['late']))
    assert.equal(trace.eventCount, 3)
  })

  it('knows statements without values, and its own ids by their time', () => {
    assert.equal(
      shapeOf(`select "a"."id", "b" from "a" -- why\n where x = 'se''cret' and  "y" = $1`),
      'select … from a where x = ?? and y = $1',
    )
    assert.equal(
      shapeOf('select a, (select max(b) from c) as b from d where e = $1'),
      'select … from d where e = $1',
    )
    assert.equal(shapeOf(`select ${'x'.repeat(3000)} 'secret`).length, 201)
    const at = new Date('2026-06-15T12:00:00.123Z')
    assert.deepEqual(timeOfUuid(timeUuid(at)), at)
    assert.equal(timeOfUuid('0d8f5a0e-6a4b-4d0a-9a52-6f0b6a0f4f11'), null)
    assert.equal(timeOfUuid('ffffffff-ffff-7fff-bfff-ffffffffffff'), null)
  })
})
