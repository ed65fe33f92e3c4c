/** Ordered subscriptions and snapshots: what waits, and when it goes. */
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { startDeliveries, type DeliveryLoop } from '../../src/features/webhooks/delivery/worker.ts'
import type { DeliverySettings } from '../../src/features/webhooks/delivery/delivery-settings.ts'
import { appendEvents, openWrite, type NewEvent } from '../../src/platform/outbox.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { fillWorkspace } from '../harness/fixtures.ts'
import { until } from '../harness/until.ts'
import { renderReservations } from '../../src/records/reservations/shown.ts'
import { deliveriesOf, emit, settledOf, wakeWorkers } from './events.ts'
import { startReceiver, type Arrival, type Receiver } from './receiver.ts'

const about = (id: string, number: number): Partial<NewEvent> => ({
  type: 'reservation.updated',
  object: { type: 'reservation', id, revision: number },
  data: { id, number },
})

describe('ordered subscriptions and snapshots', () => {
  let t: TestApp
  let receiver: Receiver
  const answers: Parameters<typeof startReceiver>[0] = {}
  const workers: DeliveryLoop[] = []

  before(async () => {
    t = await startTestApp({ now: new Date().toISOString() })
    receiver = await startReceiver(answers)
  })
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()))
    await t.db.updateTable('webhooks').set({ status: 'paused', disabled_at: null }).execute()
  })
  after(async () => {
    await receiver?.close()
    await t?.close()
  })

  const startWorker = (settings: Partial<DeliverySettings> = {}) => {
    const worker = startDeliveries(t.services, { random: () => 0.5, ...settings })
    workers.push(worker)
  }
  const subscribe = async (path: string, body: object = {}, key = t.liveKey) => {
    const answer = await t.post('/v1/webhooks', { url: receiver.url(path), events: ['*'], ...body }, { key })
    assert.equal(answer.status, 201, answer.text)
    return answer.body['id'] as string
  }
  const numbersOf = (path: string) => {
    const byRecord = Map.groupBy(receiver.at(path), ({ json }) => String(json.data['id']))
    return new Map(
      [...byRecord].map(([id, arrivals]) => [id, arrivals.map(({ json }) => json.data['number'])]),
    )
  }

  it('brings the events of one record in order and one at a time, others beside them', async () => {
    const id = await subscribe('/ordered', { ordered: true })
    assert.equal((await t.get(`/v1/webhooks/${id}`)).body['ordered'], true)
    let [now, most] = [new Map<string, number>(), 0]
    let together = 0
    answers['/ordered'] = ({ json, response }: Arrival) => {
      const record = String(json.data['id'])
      now.set(record, (now.get(record) ?? 0) + 1)
      most = Math.max(most, now.get(record) ?? 0)
      together = Math.max(together, [...now.values()].filter((count) => count > 0).length)
      setTimeout(() => {
        now.set(record, (now.get(record) ?? 0) - 1)
        response.writeHead(204).end()
      }, 5)
    }
    startWorker()
    startWorker()
    const records = ['1', '2', '3', '4', '5']
    for (let number = 1; number <= 12; number += 1) {
      await emit(
        t,
        t.scope,
        records.map((record) => about(record, number)),
      )
    }
    await settledOf(t.db, t.scope, id, Array<string>(60).fill('succeeded'))
    const inOrder = Array.from({ length: 12 }, (_, i) => i + 1)
    assert.deepEqual(
      numbersOf('/ordered'),
      new Map([...numbersOf('/ordered').keys()].map((record) => [record, inOrder])),
    )
    assert.equal(most, 1)
    assert.ok(together > 1, 'records were not delivered beside each other')
  })

  it('several events of one record in one transaction are in order as well', async () => {
    const id = await subscribe('/together', { ordered: true })
    await emit(t, t.scope, [about('9', 1), about('9', 2), about('9', 3)])
    assert.deepEqual(
      (await deliveriesOf(t.db, t.scope, id)).map(({ state }) => state),
      ['pending', 'waiting', 'waiting'],
    )
    startWorker()
    await settledOf(t.db, t.scope, id, ['succeeded', 'succeeded', 'succeeded'])
    assert.deepEqual(numbersOf('/together').get('9'), [1, 2, 3])
  })

  it('a failure holds up its own record and no other', async () => {
    const id = await subscribe('/blocked', { ordered: true })
    answers['/blocked'] = ({ json, response }: Arrival) =>
      void response.writeHead(json.data['id'] === 'a' ? 500 : 204).end()
    startWorker()
    await emit(t, t.scope, [
      { ...about('1', 1), data: { id: 'a', number: 1 } },
      { ...about('1', 2), data: { id: 'a', number: 2 } },
      about('2', 1),
      about('2', 2),
    ])
    await settledOf(t.db, t.scope, id, ['pending', 'waiting', 'succeeded', 'succeeded'])
    answers['/blocked'] = 204
    t.clock.advance(60_000)
    await wakeWorkers(t.db)
    await settledOf(t.db, t.scope, id, Array<string>(4).fill('succeeded'))
    assert.deepEqual(numbersOf('/blocked').get('a'), [1, 1, 2])
  })

  it('what is queued while the one before it ends is not forgotten', async () => {
    const id = await subscribe('/race', { ordered: true })
    startWorker()
    for (let round = 0; round < 40; round += 1) {
      await emit(t, t.scope, [about('77', round * 2)])
      // Committed at about the moment at which the result of the first is written.
      await t.db.transaction().execute(async (tx) => {
        const write = await openWrite(tx, t.scope, t.clock.now())
        await appendEvents(write, [about('77', round * 2 + 1) as NewEvent])
        if (round % 2) await until('the arrival', () => receiver.at('/race').length >= round * 2 + 1)
      })
      await until('both', async () =>
        (await deliveriesOf(t.db, t.scope, id)).every(({ state }) => state === 'succeeded'),
      )
    }
    assert.deepEqual(
      numbersOf('/race').get('77'),
      Array.from({ length: 80 }, (_, i) => i),
    )
  })

  it('a chain whose worker was killed goes on', async () => {
    const id = await subscribe('/stuck', { ordered: true })
    await emit(t, t.scope, [about('5', 1), about('5', 2)])
    // As if somebody wrote down the result and was killed before letting the next one go.
    const [first] = await deliveriesOf(t.db, t.scope, id)
    await t.db.updateTable('deliveries').set({ state: 'succeeded' }).where('id', '=', first!.id).execute()
    startWorker()
    await settledOf(t.db, t.scope, id, ['succeeded', 'succeeded'])
  })

  it('recovery brings records back in order', async () => {
    const id = await subscribe('/recovered', { ordered: true })
    await emit(t, t.scope, [about('6', 1), about('6', 2), about('6', 3)])
    const [first, second] = await deliveriesOf(t.db, t.scope, id)
    for (const row of [first, second]) {
      await t.db.updateTable('deliveries').set({ state: 'exhausted' }).where('id', '=', row!.id).execute()
    }
    const { body } = await t.post(`/v1/webhooks/${id}/recover`, { since: Number(first!.event_sequence) })
    assert.equal(body['retried'], 2)
    assert.deepEqual(
      (await deliveriesOf(t.db, t.scope, id)).map(({ state }) => state),
      ['pending', 'waiting', 'waiting'],
    )
    startWorker()
    await settledOf(t.db, t.scope, id, ['succeeded', 'succeeded', 'succeeded'])
    assert.deepEqual(numbersOf('/recovered').get('6'), [1, 2, 3])
  })

  describe('a snapshot', () => {
    async function filled() {
      const of = await t.addWorkspace()
      const { active, inactive } = await fillWorkspace(t.db, of.live)
      // Stays that are still to come.
      await t.db
        .updateTable('reservations')
        .set({ status: 'confirmed', completes_at: '2999-01-01T00:00:00Z' })
        .where('workspace_id', '=', of.id)
        .execute()
      const ofAirbnb = await t.db
        .selectFrom('reservations')
        .select('id')
        .where('workspace_id', '=', of.id)
        .where('confirmation_code', 'in', active.code)
        .execute()
      active.reservation.push(...ofAirbnb.map(({ id }) => id))
      await renderReservations(t.db, of.live, [...active.reservation, ...inactive.reservation], t.clock.now())
      return { ...of, active, inactive }
    }

    it('brings the records that are there, then live events, with no gap between', async () => {
      const of = await filled()
      answers['/snapshot'] = ({ response }: Arrival) =>
        void setTimeout(() => response.writeHead(204).end(), 3)
      startWorker()
      let live = 0
      let subscribed = false
      const writing = (async () => {
        while (!subscribed || live < 30) {
          await emit(t, of.live, [{ type: 'reservation.updated', data: { live: (live += 1) } }])
        }
      })()
      const id = await subscribe('/snapshot', { snapshot: true }, of.liveKey)
      subscribed = true
      await writing
      await until('everything', async () =>
        (await deliveriesOf(t.db, of.live, id)).every(({ state }) => state === 'succeeded'),
      )
      const arrivals = receiver.at('/snapshot')
      const records = arrivals.filter(({ json }) => json['snapshot'] === true)
      const idsOf = (event: string) =>
        records
          .filter(({ json }) => json.event === event)
          .map(({ json }) => (json.data['object'] as { id: string }).id)
          .toSorted()
      assert.deepEqual(idsOf('reservation.created'), of.active.reservation.toSorted())
      assert.deepEqual(idsOf('listing.created'), of.active.listing.toSorted())
      assert.ok(records.every(({ json }) => json.sequence === null))
      // All records came before the first live event, and live events have no hole up to the last one.
      const lastRecord = arrivals.lastIndexOf(records.at(-1) as Arrival)
      assert.equal(lastRecord, records.length - 1)
      const sequences = arrivals
        .slice(records.length)
        .map(({ json }) => json.sequence)
        .toSorted((a, b) => a - b)
      const latest = (await t.get('/v1/events?limit=1', { key: of.liveKey })).body['log']!['latest']
      assert.deepEqual(
        sequences,
        Array.from({ length: sequences.length }, (_, i) => Number(latest) - sequences.length + 1 + i),
      )
      assert.equal((await t.get(`/v1/webhooks/${id}`, { key: of.liveKey })).body['snapshotPending'], false)
    })

    it('brings only the kinds asked for, and holds nothing up when there is nothing', async () => {
      const of = await filled()
      startWorker()
      const listings = await subscribe('/listings', { snapshot: true, events: ['listing.*'] }, of.liveKey)
      await settledOf(t.db, of.live, listings, Array<string>(of.active.listing.length).fill('succeeded'))
      const id = await subscribe('/nothing', { snapshot: true, events: ['review.*'] }, of.liveKey)
      assert.equal((await t.get(`/v1/webhooks/${id}`, { key: of.liveKey })).body['snapshotPending'], false)
      await emit(t, of.live, [{ type: 'review.created' }])
      await settledOf(t.db, of.live, id, ['succeeded'])
    })

    it('of an ordered subscription holds its chains', async () => {
      const of = await filled()
      const id = await subscribe(
        '/both',
        { snapshot: true, ordered: true, events: ['reservation.*'] },
        of.liveKey,
      )
      const count = of.active.reservation.length
      const record = of.active.reservation[0] ?? ''
      await emit(t, of.live, [about(record, 1), about(record, 2)])
      const states = (await deliveriesOf(t.db, of.live, id)).map(({ state }) => state)
      assert.deepEqual(states, [...Array<string>(count).fill('pending'), 'waiting', 'waiting'])
      startWorker()
      await settledOf(t.db, of.live, id, Array<string>(count + 2).fill('succeeded'))
      const lives = receiver.at('/both').slice(count)
      assert.deepEqual(
        lives.map(({ json }) => json.data['number']),
        [1, 2],
      )
    })
  })
})
