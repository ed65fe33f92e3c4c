import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, afterEach, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { eventEnvelope } from '../../src/contract/events.ts'
import {
  defaultDeliverySettings,
  type DeliverySettings,
} from '../../src/features/webhooks/delivery/delivery-settings.ts'
import { startDeliveries, type DeliveryLoop } from '../../src/features/webhooks/delivery/worker.ts'
import { replyViolation } from '../../src/http/validation.ts'
import { serverVersion } from '../../src/platform/version.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { until } from '../harness/until.ts'
import { attemptsOf, claimedOf, deliveriesOf, emit, wakeWorkers } from './events.ts'
import { startReceiver, type Receiver } from './receiver.ts'

const minutes = (count: number) => count * 60_000

describe('webhook delivery', () => {
  let t: TestApp
  let receiver: Receiver
  const answers: Parameters<typeof startReceiver>[0] = {}
  const workers: DeliveryLoop[] = []

  before(async () => {
    t = await startTestApp({ now: new Date().toISOString() })
    receiver = await startReceiver(answers)
  })
  // What one test leaves undelivered would be sent by the next one's worker.
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()))
    await t.db
      .updateTable('webhooks')
      .set({ status: 'paused', deleted_at: null, disabled_at: null })
      .execute()
  })
  after(async () => {
    await receiver?.close()
    await t?.close()
  })

  const startWorker = (settings: Partial<DeliverySettings> = {}) => {
    const worker = startDeliveries(t.services, { random: () => 0.5, ...settings })
    workers.push(worker)
    return worker
  }
  const subscribe = async (path: string, events = ['*'], options?: { key?: string }) => {
    const { body } = await t.post('/v1/webhooks', { url: receiver.url(path), events }, options)
    return { id: body['id'] as string, secret: body['secret'] as string }
  }
  const arrived = (path: string, count: number) =>
    until(`${count} arrivals at ${path}`, () => {
      const arrivals = receiver.at(path)
      return arrivals.length >= count ? arrivals : null
    })
  const states = async (id: string) => (await deliveriesOf(t.db, t.scope, id)).map((row) => row.state)
  const reached = (id: string, wanted: string[]) =>
    until(`deliveries that are ${wanted.join(', ')}`, async () => {
      const now = await states(id)
      return now.join() === wanted.join()
    })

  it('signs what it sends, byte for byte', async () => {
    startWorker()
    const { id, secret } = await subscribe('/signed')
    // Key order, an escape and a number no parser would write back alike.
    const account = { id: '7', provider: 'hostaway', externalAccountId: '64127' }
    await emit(t, t.scope, [{ data: { object: { name: 'Zoë / “x”', b: 1, a: [] } }, account }])
    const [arrival] = await arrived('/signed', 1)
    assert.ok(arrival)
    const [, seconds, signature] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(arrival.headers['x-repull-signature'])) ?? []
    assert.equal(signature, createHmac('sha256', secret).update(`${seconds}.${arrival.body}`).digest('hex'))
    assert.equal(Number(seconds), Math.floor(t.clock.now().getTime() / 1000))
    const verified = new StandardWebhook(secret).verify(
      arrival.body,
      arrival.headers as Record<string, string>,
    )
    assert.deepEqual(verified, arrival.json)
    assert.throws(() =>
      new StandardWebhook(secret).verify(`${arrival.body} `, arrival.headers as Record<string, string>),
    )
    assert.equal(arrival.headers['content-type'], 'application/json')
    assert.equal(arrival.headers['user-agent'], `Repull-Webhooks/${serverVersion}`)
    assert.equal(arrival.headers['x-repull-event-id'], arrival.json.eventId)
    await reached(id, ['succeeded'])
    const [attempt] = await attemptsOf(t.db, t.scope, id)
    assert.equal(arrival.headers['x-repull-delivery-id'], attempt?.id)
    assert.deepEqual(Object.keys(arrival.json), [
      'event',
      'type',
      'eventId',
      'apiVersion',
      'timestamp',
      'sequence',
      'account',
      'data',
    ])
    assert.deepEqual(arrival.json['account'], account)
    assert.ok(arrival.body.endsWith(`"data":${JSON.stringify(arrival.json.data)}}`))
  })

  it('sends envelopes as the catalogue describes them', async () => {
    startWorker()
    await subscribe('/envelope')
    await emit(t, t.scope, [{ type: 'repull.ping', data: { message: 'hello' } }])
    const [arrival] = await arrived('/envelope', 1)
    assert.equal(replyViolation(eventEnvelope('repull.ping'))(arrival?.json), undefined)
  })

  it('names the workspace on events of one that another made', async () => {
    startWorker()
    const child = await t.addWorkspace({ parentId: t.workspace.id })
    await subscribe('/child', ['*'], { key: child.liveKey })
    await emit(t, child.live, [{}])
    const [arrival] = await arrived('/child', 1)
    assert.equal(arrival?.json['workspaceId'], child.id)
  })

  it('sends each subscription the kinds it asked for', async () => {
    startWorker()
    await subscribe('/exact', ['reservation.created'])
    await subscribe('/family', ['reservation.*'])
    await subscribe('/inner', ['reservation.message.*'])
    await subscribe('/all', ['*', 'reservation.created'])
    await emit(
      t,
      t.scope,
      ['reservation.created', 'reservation.message.received', 'repull.ping'].map((type) => ({ type })),
    )
    const expected = {
      '/exact': ['reservation.created'],
      '/family': ['reservation.created', 'reservation.message.received'],
      '/inner': ['reservation.message.received'],
      '/all': ['repull.ping', 'reservation.created', 'reservation.message.received'],
    }
    for (const [path, kinds] of Object.entries(expected)) {
      const arrivals = await arrived(path, kinds.length)
      assert.deepEqual(arrivals.map((arrival) => arrival.json.event).sort(), kinds, path)
    }
  })

  it('repeats after 1 min, 5 min, 30 min, 2 h and 24 h, then gives up', async () => {
    startWorker()
    answers['/down'] = 503
    const { id } = await subscribe('/down')
    await emit(t, t.scope, [{}])
    for (const [index, delay] of [1, 5, 30, 120, 1440].entries()) {
      await arrived('/down', index + 1)
      await until('the attempt to be written down', async () => {
        const [row] = await deliveriesOf(t.db, t.scope, id)
        return row?.state === 'pending' && row.failures === index + 1
      })
      // A moment too early: nothing is due.
      t.clock.advance(minutes(delay) - 1000)
      const [row] = await deliveriesOf(t.db, t.scope, id)
      assert.equal(row?.next_attempt_at.getTime(), t.clock.now().getTime() + 1000)
      await wakeWorkers(t.db)
      t.clock.advance(1000)
      await wakeWorkers(t.db)
    }
    await reached(id, ['exhausted'])
    const arrivals = receiver.at('/down')
    assert.equal(arrivals.length, 6)
    assert.equal(new Set(arrivals.map((arrival) => arrival.json.eventId)).size, 1)
    assert.equal(new Set(arrivals.map((arrival) => arrival.body)).size, 1)
    assert.equal(new Set(arrivals.map((arrival) => arrival.headers['x-repull-delivery-id'])).size, 6)
    const attempts = await attemptsOf(t.db, t.scope, id)
    assert.deepEqual(
      attempts.map((attempt) => [attempt.number, attempt.outcome, attempt.status_code]),
      [1, 2, 3, 4, 5, 6].map((number) => [number, 'failed', 503]),
    )
    const pauses = attempts.slice(1).map((attempt, index) => {
      return (attempt.started_at.getTime() - Number(attempts[index]?.finished_at)) / minutes(1)
    })
    assert.deepEqual(pauses, [1, 5, 30, 120, 1440])
    const { body } = await t.get(`/v1/webhooks/${id}`)
    assert.deepEqual([body['consecutiveFailures'], body['status']], [6, 'active'])
  })

  it('a later success ends the retries and clears the count', async () => {
    startWorker()
    answers['/recovers'] = 500
    const { id } = await subscribe('/recovers')
    await emit(t, t.scope, [{}])
    await reached(id, ['pending'])
    await until('the failure', async () => (await attemptsOf(t.db, t.scope, id)).length === 1)
    answers['/recovers'] = 200
    t.clock.advance(minutes(1))
    await wakeWorkers(t.db)
    await reached(id, ['succeeded'])
    const { body } = await t.get(`/v1/webhooks/${id}`)
    assert.deepEqual([body['consecutiveFailures'], body['lastDeliveryStatus']], [0, 200])
    assert.ok(body['lastFailureAt'] && body['lastSuccessAt'])
  })

  it('gives a receiver ten seconds, here less', async () => {
    assert.equal(defaultDeliverySettings.ackTimeoutMs, 10_000)
    startWorker({ ackTimeoutMs: 200 })
    answers['/hanging'] = 'hang'
    const { id } = await subscribe('/hanging')
    await emit(t, t.scope, [{}])
    const [attempt] = await until('the failed attempt', async () => {
      const attempts = await attemptsOf(t.db, t.scope, id)
      return attempts.length > 0 ? attempts : null
    })
    assert.deepEqual([attempt?.outcome, attempt?.error], ['failed', 'no answer within 0.2 s'])
    await reached(id, ['pending'])
  })

  it('follows no redirect and reaches no private address that production forbids', async () => {
    answers['/redirecting'] = ({ response }) =>
      void response.writeHead(307, { location: receiver.url('/elsewhere') }).end()
    const redirecting = await subscribe('/redirecting')
    const inside = await subscribe('/inside')
    const config = { ...t.services.config, allowPrivateTargets: true }
    const open = startDeliveries({ ...t.services, config })
    await emit(t, t.scope, [{}])
    await until('both attempts', async () => {
      const all = [redirecting, inside].map(({ id }) => attemptsOf(t.db, t.scope, id))
      return (await Promise.all(all)).every((attempts) => attempts.length === 1)
    })
    await open.stop()
    const [moved] = await attemptsOf(t.db, t.scope, redirecting.id)
    assert.deepEqual([moved?.outcome, moved?.status_code], ['failed', 307])
    assert.equal(receiver.at('/elsewhere').length, 0)

    await t.db
      .updateTable('webhooks')
      .set({ url: receiver.url('/inside').replace('http:', 'https:') })
      .where('id', '=', inside.id)
      .execute()
    workers.push(startDeliveries({ ...t.services, config: { ...config, allowPrivateTargets: false } }))
    await emit(t, t.scope, [{}])
    const [, refused] = await until('the refused attempt', async () => {
      const attempts = await attemptsOf(t.db, t.scope, inside.id)
      return attempts.length === 2 ? attempts : null
    })
    assert.equal(refused?.outcome, 'failed')
    assert.match(String(refused?.error), /reachable at a public address$/)
    assert.equal(receiver.at('/inside').length, 1)
  })

  it('a slow endpoint keeps no other waiting', async () => {
    startWorker({ perEndpoint: 3 })
    answers['/slow'] = 'hang'
    const slow = await subscribe('/slow', ['reservation.updated'])
    await subscribe('/fast', ['reservation.created'])
    await emit(
      t,
      t.scope,
      Array.from({ length: 40 }, () => ({ type: 'reservation.updated' })),
    )
    await arrived('/slow', 3)
    await emit(
      t,
      t.scope,
      Array.from({ length: 20 }, () => ({})),
    )
    await arrived('/fast', 20)
    assert.equal(receiver.at('/slow').length, 3)
    assert.equal((await claimedOf(t.db, t.scope, slow.id)).length, 3)
    answers['/slow'] = 200
    for (const { response } of receiver.at('/slow')) response.end()
    await reached(slow.id, Array<string>(40).fill('succeeded'))
  })

  it('several workers share the work, each delivery once', async () => {
    for (let i = 0; i < 3; i++) startWorker()
    const { id } = await subscribe('/shared')
    const batch = Array.from({ length: 50 }, () => ({}))
    await Promise.all([emit(t, t.scope, batch), emit(t, t.scope, batch), emit(t, t.scope, batch)])
    await reached(id, Array<string>(150).fill('succeeded'))
    const sequences = receiver.at('/shared').map((arrival) => arrival.json.sequence)
    assert.equal(sequences.length, 150)
    const sorted = sequences.toSorted((a, b) => a - b)
    assert.deepEqual(
      sorted,
      Array.from({ length: 150 }, (_, i) => (sorted[0] ?? 0) + i),
    )
  })

  it('what was queued before a deletion still goes out, what comes after does not', async () => {
    const { id } = await subscribe('/deleted')
    await emit(t, t.scope, [{}])
    await t.delete(`/v1/webhooks/${id}`)
    await emit(t, t.scope, [{}])
    startWorker()
    await reached(id, ['succeeded'])
    assert.equal(receiver.at('/deleted').length, 1)
  })

  it('is disabled after ten deliveries in a row were given up, and keeps what it is owed', async () => {
    startWorker()
    answers['/dead'] = 500
    const { id } = await subscribe('/dead')
    await emit(
      t,
      t.scope,
      Array.from({ length: 10 }, () => ({})),
    )
    for (let failures = 1; failures <= 5; failures++) {
      await until(`failure ${failures} of all`, async () => {
        const rows = await deliveriesOf(t.db, t.scope, id)
        return rows.every((row) => row.state === 'pending' && row.failures === failures)
      })
      if (failures === 5) await emit(t, t.scope, [{}])
      if (failures < 5) t.clock.advance(minutes(121))
      await wakeWorkers(t.db)
    }
    await until('the first failure of the eleventh', async () =>
      (await deliveriesOf(t.db, t.scope, id)).every((row) => row.state === 'pending' && row.failures > 0),
    )
    t.clock.advance(minutes(24 * 60))
    await wakeWorkers(t.db)
    await until('the end of the ten', async () => {
      const ends = await states(id)
      return ends.filter((state) => state === 'exhausted').length === 10
    })
    const body = await until('the webhook to be disabled', async () => {
      const { body: now } = await t.get(`/v1/webhooks/${id}`)
      return now['status'] === 'disabled' ? now : null
    })
    assert.equal(body['disabledAt'], t.clock.now().toISOString())
    assert.deepEqual([body['disabledReason'], body['failureStage']], ['deliveries_given_up', 'disabled'])
    const before = receiver.at('/dead').length
    await emit(t, t.scope, [{}])
    assert.equal((await states(id)).length, 11)
    t.clock.advance(minutes(24 * 60))
    await t.post(`/v1/webhooks/${id}/ping`)
    assert.equal(receiver.at('/dead').length, before + 1)
    assert.equal((await states(id)).filter((state) => state === 'pending').length, 1)
  })

  it('says nothing about a listing that was switched off meanwhile', async () => {
    const { id } = await subscribe('/inactive')
    const listing = await t.db
      .insertInto('listings')
      .values({
        workspace_id: t.scope.workspaceId,
        id: '4711',
        name: 'Off',
        active: false,
        inactive_reason: 'deactivated',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await emit(t, t.scope, [{ listingId: listing.id }, { type: 'repull.ping', data: { message: 'on' } }])
    startWorker()
    await reached(id, ['withheld', 'succeeded'])
    assert.deepEqual(
      receiver.at('/inactive').map((arrival) => arrival.json.event),
      ['repull.ping'],
    )
  })

  it('shows no payload about an inactive listing', async () => {
    startWorker()
    const { id } = await subscribe('/listing')
    const values = { workspace_id: t.scope.workspaceId, id: '4712', name: 'Still on' }
    await t.db.insertInto('listings').values(values).execute()
    await emit(t, t.scope, [{ listingId: values.id }])
    await reached(id, ['succeeded'])
    const [attempt] = await attemptsOf(t.db, t.scope, id)
    const url = `/v1/webhooks/${id}/deliveries/${attempt?.id}`
    assert.equal((await t.get(url)).status, 200)
    await t.db
      .updateTable('listings')
      .set({ active: false, inactive_reason: 'deactivated' })
      .where('workspace_id', '=', t.scope.workspaceId)
      .where('id', '=', values.id)
      .execute()
    const { status, body } = await t.get(url)
    assert.deepEqual([status, body['error']?.['code']], [403, 'listing_inactive'])
  })

  it('a fault of our own is no failure of the receiver', async () => {
    const { id } = await subscribe('/undecryptable')
    await t.db
      .updateTable('webhooks')
      .set({ secret: Buffer.from('broken') })
      .where('id', '=', id)
      .execute()
    await emit(t, t.scope, [{}])
    startWorker()
    const [attempt] = await until('the attempt', async () => {
      const attempts = await attemptsOf(t.db, t.scope, id)
      return attempts.length > 0 ? attempts : null
    })
    assert.equal(attempt?.outcome, 'interrupted')
    const [row] = await deliveriesOf(t.db, t.scope, id)
    assert.deepEqual([row?.state, row?.failures, row?.attempts], ['pending', 0, 1])
    assert.equal((await t.get(`/v1/webhooks/${id}`)).body['consecutiveFailures'], 0)
  })

  it('a stop waits for what is under way and leaves nothing claimed', async () => {
    answers['/stopping'] = 'hang'
    const { id } = await subscribe('/stopping')
    await emit(
      t,
      t.scope,
      Array.from({ length: 4 }, () => ({})),
    )
    const worker = startWorker({ perEndpoint: 2 })
    const waiting = await arrived('/stopping', 2)
    const stopped = worker.stop()
    for (const { response } of waiting) response.end()
    await stopped
    assert.deepEqual((await states(id)).toSorted(), ['pending', 'pending', 'succeeded', 'succeeded'])
    assert.equal(receiver.at('/stopping').length, 2)
  })

  it('hears again after the connection it listens on was lost', async () => {
    startWorker()
    const { id } = await subscribe('/reconnected')
    await emit(t, t.scope, [{}])
    await arrived('/reconnected', 1)
    const ended = await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'listen %'`.execute(t.db)
    assert.ok(ended.rows.length > 0)
    await emit(t, t.scope, [{}])
    await reached(id, ['succeeded', 'succeeded'])
  })

  it('an event and its change are one: a rollback leaves neither', async () => {
    startWorker()
    const { id } = await subscribe('/atomic')
    const failed = t.db.transaction().execute(async (tx) => {
      await emit(
        {
          db: { transaction: () => ({ execute: (work: (x: typeof tx) => unknown) => work(tx) }) } as never,
          clock: t.clock,
        },
        t.scope,
        [{}],
      )
      throw new Error('the change failed')
    })
    await assert.rejects(failed, /the change failed/)
    await emit(t, t.scope, [{}])
    await reached(id, ['succeeded'])
    const events = await t.db
      .selectFrom('events')
      .select('sequence')
      .where('workspace_id', '=', t.scope.workspaceId)
      .where('sequence', '>', '0')
      .orderBy('sequence')
      .execute()
    assert.deepEqual(
      events.map((event) => Number(event.sequence)),
      events.map((_, i) => i + 1),
    )
  })
})
