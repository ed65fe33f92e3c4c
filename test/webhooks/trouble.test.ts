/** Receivers in trouble: pauses they ask for, stages of failure, the end of a subscription, and what is kept of it all. */
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { eventEnvelope } from '../../src/contract/events.ts'
import { startDeliveries, type DeliveryLoop } from '../../src/features/webhooks/delivery/worker.ts'
import { deleteOldWebhookRows, rotateAttempts } from '../../src/features/webhooks/retention.ts'
import { replyViolation } from '../../src/http/validation.ts'
import { partitionsOf } from '../../src/platform/partition-queries.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { until } from '../harness/until.ts'
import { attemptsOf, claimedOf, deliveriesOf, emit, settledOf, wakeWorkers } from './events.ts'
import { startReceiver, type Arrival, type Receiver } from './receiver.ts'

const minute = 60_000
const day = 24 * 60 * minute

describe('receivers in trouble', () => {
  let t: TestApp
  let receiver: Receiver
  const answers: NonNullable<Parameters<typeof startReceiver>[0]> = {}
  const workers: DeliveryLoop[] = []

  before(async () => {
    t = await startTestApp({ now: new Date().toISOString() })
    receiver = await startReceiver(answers)
  })
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()))
    await t.db
      .updateTable('webhooks')
      .set({ status: 'paused', disabled_at: null, held_until: null })
      .execute()
  })
  after(async () => {
    await receiver?.close()
    await t?.close()
  })

  const startWorker = (settings: Parameters<typeof startDeliveries>[1] = {}) =>
    void workers.push(startDeliveries(t.services, { random: () => 0.5, ...settings }))
  const subscribe = async (path: string, events = ['*']) =>
    (await t.post('/v1/webhooks', { url: receiver.url(path), events })).body['id'] as string
  const get = async (id: string) => (await t.get(`/v1/webhooks/${id}`)).body

  it('nothing is sent to a receiver before the time it asks for', async () => {
    startWorker()
    answers['/busy'] = ({ response }: Arrival) => void response.writeHead(429, { 'retry-after': '600' }).end()
    const id = await subscribe('/busy')
    await emit(t, t.scope, [{}])
    const body = await until('the pause', async () => {
      const now = await get(id)
      return now['heldUntil'] ? now : null
    })
    assert.equal(body['heldUntil'], new Date(t.clock.now().getTime() + 10 * minute).toISOString())
    const [first] = await deliveriesOf(t.db, t.scope, id)
    assert.equal(first?.next_attempt_at.toISOString(), body['heldUntil'])
    // Others wait too, though they are due; another receiver does not.
    answers['/busy'] = 204
    const other = await subscribe('/idle')
    await emit(t, t.scope, [{}])
    await settledOf(t.db, t.scope, other, ['succeeded'])
    t.clock.advance(10 * minute - 1)
    await wakeWorkers(t.db)
    await emit(t, t.scope, [{}])
    await settledOf(t.db, t.scope, other, ['succeeded', 'succeeded'])
    assert.equal(receiver.at('/busy').length, 1)
    t.clock.advance(1)
    await wakeWorkers(t.db)
    await settledOf(t.db, t.scope, id, ['succeeded', 'succeeded', 'succeeded'])
  })

  it('410 ends the subscription at once and says why, also to the others', async () => {
    startWorker()
    answers['/gone'] = 410
    await subscribe('/watching', ['webhook.*'])
    const id = await subscribe('/gone', ['reservation.*'])
    await emit(t, t.scope, [{}])
    const body = await until('the end', async () => {
      const now = await get(id)
      return now['status'] === 'disabled' ? now : null
    })
    assert.deepEqual([body['disabledReason'], body['failureStage']], ['gone', 'disabled'])
    await settledOf(t.db, t.scope, id, ['exhausted'])
    assert.equal(receiver.at('/gone').length, 1)
    const [told] = await until('the notice', () => receiver.at('/watching').at(0) && receiver.at('/watching'))
    assert.equal(replyViolation(eventEnvelope('webhook.disabled'))(told?.json), undefined)
    assert.deepEqual(told?.json.data, {
      webhookId: id,
      url: receiver.url('/gone'),
      reason: 'gone',
      message: 'The receiver answered 410 Gone.',
      disabledAt: body['disabledAt'],
    })
    await emit(t, t.scope, [{}])
    assert.equal((await deliveriesOf(t.db, t.scope, id)).length, 1)
  })

  it('a ping or a test that meets 410 ends nothing', async () => {
    answers['/gone-too'] = 410
    const id = await subscribe('/gone-too')
    await t.post(`/v1/webhooks/${id}/ping`)
    await t.post(`/v1/webhooks/${id}/test/reservation.created`)
    assert.deepEqual([(await get(id))['status'], (await get(id))['failureStage']], ['active', 'failing'])
  })

  it('shows how bad it is, stage by stage', async () => {
    startWorker()
    answers['/worse'] = 500
    const id = await subscribe('/worse')
    assert.equal((await get(id))['failureStage'], 'none')
    await emit(t, t.scope, [{}])
    for (let failures = 1; failures <= 6; failures += 1) {
      await until(
        `failure ${failures}`,
        async () => (await attemptsOf(t.db, t.scope, id)).length === failures,
      )
      const stage = failures < 6 ? 'failing' : 'giving_up'
      await until(`stage ${stage}`, async () => (await get(id))['failureStage'] === stage)
      t.clock.advance(day)
      await wakeWorkers(t.db)
    }
    answers['/worse'] = 204
    await emit(t, t.scope, [{}])
    await until('the recovery', async () => (await get(id))['failureStage'] === 'none')
  })

  describe('what was claimed ahead of a receiver that was quick', () => {
    /** One that answers at once, and then holds on to whatever comes: two under way, six claimed ahead of them. */
    async function overtaken(path: string) {
      const held: Arrival[] = []
      startWorker({ perEndpoint: 2 })
      const id = await subscribe(path)
      await emit(t, t.scope, [{}])
      await settledOf(t.db, t.scope, id, ['succeeded'])
      answers[path] = (arrival: Arrival) => void held.push(arrival)
      const claimed = () => claimedOf(t.db, t.scope, id)
      await emit(
        t,
        t.scope,
        Array.from({ length: 8 }, () => ({})),
      )
      await until('the claim', async () => (await claimed()).length === 8)
      await until('two requests', () => held.length === 2)
      const given = async () => {
        const has = new Set(await claimed())
        const rows = await deliveriesOf(t.db, t.scope, id)
        return rows.filter((row) => row.state === 'pending' && !has.has(row.id))
      }
      const letGo = async (status: number) => {
        answers[path] = 204
        for (const { response } of held.splice(0)) response.writeHead(status).end()
      }
      return { id, held, given, letGo }
    }
    const all = Array<string>(9).fill('succeeded')

    it('goes back after half a second, and out once each when it answers again', async () => {
      const { id, held, given, letGo } = await overtaken('/slow-now')
      t.clock.advance(500)
      await until('what goes back', async () => (await given()).length === 6)
      assert.ok((await given()).every(({ attempts }) => attempts === 0))
      assert.equal(held.length, 2)
      await letGo(204)
      await settledOf(t.db, t.scope, id, all)
      assert.equal(receiver.at('/slow-now').length, 9)
      assert.ok((await attemptsOf(t.db, t.scope, id)).every(({ number }) => number === 1))
    })

    it('goes back at once when it fails', async () => {
      const { id, held, given, letGo } = await overtaken('/fails-now')
      const [first] = held.splice(0, 1)
      first?.response.writeHead(500).end()
      await until('what goes back', async () => (await given()).length === 7)
      assert.equal(receiver.at('/fails-now').length, 3)
      await letGo(204)
      await until('the rest', async () => (await given()).length === 1)
      t.clock.advance(2 * minute)
      await wakeWorkers(t.db)
      await settledOf(t.db, t.scope, id, all)
    })
  })

  describe('what is kept', () => {
    const attempts = async () =>
      Number((await sql<{ n: string }>`select count(*) as n from delivery_attempts`.execute(t.db)).rows[0]?.n)
    const rest = async () =>
      Number(
        (await sql<{ n: string }>`select count(*) as n from delivery_attempts_rest`.execute(t.db)).rows[0]?.n,
      )

    it('attempts are cut by week: made ahead, filled from the rest, dropped after thirty days', async () => {
      startWorker()
      const id = await subscribe('/kept')
      await emit(t, t.scope, [{}])
      await settledOf(t.db, t.scope, id, ['succeeded'])
      const before = await attempts()
      assert.ok((await rest()) > 0)
      await Promise.all([rotateAttempts(t.services), rotateAttempts(t.services)])
      await rotateAttempts(t.services)
      const weeks = await partitionsOf(t.db, 'delivery_attempts')
      assert.equal(weeks.length, 4)
      assert.equal(await attempts(), before)
      const { body } = await t.get(`/v1/webhooks/${id}/deliveries`)
      assert.equal([...body['data']!].length, 1)
      await emit(t, t.scope, [{}])
      await settledOf(t.db, t.scope, id, ['succeeded', 'succeeded'])
      await Promise.all(workers.splice(0).map((worker) => worker.stop()))
      // The clock of the tests above has run ahead by a week, so that all of it is past its time here.
      t.clock.advance(38 * day)
      await rotateAttempts(t.services)
      const later = await partitionsOf(t.db, 'delivery_attempts')
      assert.ok(!later.includes(weeks[0] ?? ''))
      assert.ok(later.every((week) => week > (weeks[0] ?? '')))
      await deleteOldWebhookRows(t.services)
      assert.equal(await attempts(), 0)
      assert.equal((await deliveriesOf(t.db, t.scope, id)).length, 0)
      // The events are kept longer.
      assert.ok([...(await t.get('/v1/events')).body['data']!].length > 0)
    })

    it('the log loses its beginning, never its middle', async () => {
      const of = await t.addWorkspace()
      const key = of.liveKey
      const events = async () =>
        [...(await t.get('/v1/events', { key })).body['data']!].map((event) => Number(event['sequence']))
      await emit(t, of.live, [{}, {}])
      const { body: hook } = await t.post(
        '/v1/webhooks',
        { url: receiver.url('/owed'), events: ['reservation.created'] },
        { key },
      )
      await emit(t, of.live, [{}, { type: 'review.created' }])
      t.clock.advance(91 * day)
      await emit(t, of.live, [{}])
      await deleteOldWebhookRows(t.services)
      // The delivery of the third, owed for ninety days, is owed no more; the fifth is young.
      assert.deepEqual(await events(), [5])
      assert.equal((await t.get('/v1/events?after=1', { key })).body['log']!['oldest'], 5)
      t.clock.advance(29 * day)
      await deleteOldWebhookRows(t.services)
      assert.deepEqual(await events(), [5])
      assert.equal((await deliveriesOf(t.db, of.live, hook['id'] as string)).length, 1)
      t.clock.advance(62 * day)
      await deleteOldWebhookRows(t.services)
      assert.deepEqual(await events(), [])
      await emit(t, of.live, [{}])
      assert.deepEqual(await events(), [6])
    })
  })
})
