/** Events of workspaces that another one created, at that one's webhooks; and what is shown of inactive listings. */
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { startDeliveries, type DeliveryLoop } from '../../src/features/webhooks/delivery/worker.ts'
import { startTestApp, type TestApp, type TestWorkspace } from '../harness/app.ts'
import { until } from '../harness/until.ts'
import { deliveriesOf, emit, settledOf, wakeWorkers } from './events.ts'
import { startReceiver, type Receiver } from './receiver.ts'

describe('webhooks of a workspace with children', () => {
  let t: TestApp
  let receiver: Receiver
  let parent: TestWorkspace
  let child: TestWorkspace
  const answers: Parameters<typeof startReceiver>[0] = {}
  const workers: DeliveryLoop[] = []

  before(async () => {
    t = await startTestApp({ now: new Date().toISOString() })
    receiver = await startReceiver(answers)
    parent = await t.addWorkspace()
    child = await t.addWorkspace({ parentId: parent.id })
  })
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()))
    await t.db.updateTable('webhooks').set({ status: 'paused', disabled_at: null }).execute()
  })
  after(async () => {
    await receiver?.close()
    await t?.close()
  })

  const startWorker = () => void workers.push(startDeliveries(t.services, { random: () => 0.5 }))
  const subscribe = async (of: TestWorkspace, path: string, body: object = {}) => {
    const answer = await t.post(
      '/v1/webhooks',
      { url: receiver.url(path), events: ['reservation.*'], ...body },
      { key: of.liveKey },
    )
    assert.equal(answer.status, 201, answer.text)
    return answer.body['id'] as string
  }
  const listing = (of: TestWorkspace, id: string) =>
    t.db.insertInto('listings').values({ workspace_id: of.id, id, name: 'Home', active: true }).execute()
  const deliveries = async (of: TestWorkspace, id: string) => {
    const { status, body } = await t.get(`/v1/webhooks/${id}/deliveries`, { key: of.liveKey })
    assert.equal(status, 200)
    return { ids: [...body['data']!].map((row) => row['id'] as string), total: body['pagination']!['total'] }
  }

  it('bring the events of the children, under their own ids and with their workspace', async () => {
    const stranger = await t.addWorkspace()
    const [of, own, foreign] = [
      await subscribe(parent, '/parent'),
      await subscribe(child, '/child'),
      await subscribe(stranger, '/stranger'),
    ]
    await emit(t, parent.live, [{}])
    await emit(t, child.live, [{}, { type: 'listing.updated' }, { data: { object: { id: '2' } } }])
    startWorker()
    await settledOf(t.db, parent.live, of, ['succeeded', 'succeeded', 'succeeded'])
    await settledOf(t.db, child.live, own, ['succeeded', 'succeeded'])
    assert.deepEqual(await deliveriesOf(t.db, stranger.live, foreign), [])

    const log = await t.get('/v1/events', {
      key: parent.liveKey,
      headers: { 'x-workspace-id': child.id },
    })
    const logged = [...log.body['data']!].filter((event) => String(event['event']) !== 'listing.updated')
    const fromChild = receiver.at('/parent').filter(({ json }) => json['workspaceId'] === child.id)
    const bySequence = fromChild
      .map(({ json }) => json as unknown)
      .toSorted((a, b) => (a as { sequence: number }).sequence - (b as { sequence: number }).sequence)
    assert.deepEqual(bySequence, logged as unknown)
    // The parent's own log has no place for them.
    const ownLog = await t.get('/v1/events', { key: parent.liveKey })
    assert.deepEqual(
      [...ownLog.body['data']!].map((event) => [event['sequence'], event['workspaceId']]),
      [[1, undefined]],
    )
    assert.equal(receiver.at('/parent').filter(({ json }) => json['workspaceId'] === undefined).length, 1)
  })

  it('show and replay them as what they are', async () => {
    const id = await subscribe(parent, '/shown')
    await listing(child, '501')
    await emit(t, child.live, [{ listingId: '501' }])
    startWorker()
    await settledOf(t.db, parent.live, id, ['succeeded'])
    const { ids } = await deliveries(parent, id)
    const url = `/v1/webhooks/${id}/deliveries/${ids[0]}`
    const { body } = await t.get(url, { key: parent.liveKey })
    assert.deepEqual(body['payload'] as unknown, receiver.at('/shown')[0]?.json)
    const replay = await t.post(`${url}/replay`, { force: true }, { key: parent.liveKey })
    assert.equal(replay.status, 200, replay.text)
    assert.deepEqual(receiver.at('/shown')[1]?.json, receiver.at('/shown')[0]?.json)

    await t.db
      .updateTable('listings')
      .set({ active: false, inactive_reason: 'deactivated' })
      .where('id', '=', '501')
      .execute()
    assert.deepEqual(await deliveries(parent, id), { ids: [], total: 0 })
    for (const answer of [
      await t.get(url, { key: parent.liveKey }),
      await t.post(`${url}/replay`, { force: true }, { key: parent.liveKey }),
    ]) {
      assert.deepEqual([answer.status, answer.body['error']!['code']], [403, 'listing_inactive'])
    }
  })

  it('keep their order where that was asked for, and bring nothing of a listing switched off meanwhile', async () => {
    answers['/ordered'] = 500
    const id = await subscribe(parent, '/ordered', { ordered: true })
    await listing(child, '502')
    const about = (number: number) => ({
      object: { type: 'reservation', id: '71', revision: number },
      listingId: '502',
      data: { number },
    })
    await emit(t, child.live, [about(1), about(2)])
    await emit(t, child.live, [about(3)])
    const states = async () => (await deliveriesOf(t.db, parent.live, id)).map(({ state }) => state)
    assert.deepEqual(await states(), ['pending', 'waiting', 'waiting'])
    startWorker()
    await until('the first to have failed', () => receiver.at('/ordered').length === 1)
    await until('the failure to be written', async () => (await states())[0] === 'pending')
    answers['/ordered'] = 204
    t.clock.advance(70_000)
    await wakeWorkers(t.db)
    await settledOf(t.db, parent.live, id, ['succeeded', 'succeeded', 'succeeded'])
    assert.deepEqual(
      receiver.at('/ordered').map(({ json }) => json.data['number']),
      [1, 1, 2, 3],
    )
    await t.db
      .updateTable('listings')
      .set({ active: false, inactive_reason: 'deactivated' })
      .where('id', '=', '502')
      .execute()
    await emit(t, child.live, [about(4)])
    await settledOf(t.db, parent.live, id, ['succeeded', 'succeeded', 'succeeded', 'withheld'])
    assert.equal(receiver.at('/ordered').length, 4)
  })

  it('wait for a snapshot, which does not wait for them, and come back by recovery', async () => {
    await listing(parent, '601')
    const id = await subscribe(parent, '/snapshot', { events: ['*'], snapshot: true })
    const since = t.clock.now().toISOString()
    await emit(t, child.live, [{}])
    assert.deepEqual(
      (await deliveriesOf(t.db, parent.live, id)).map(({ state }) => state),
      ['waiting', 'pending'],
    )
    answers['/snapshot'] = (arrival) =>
      void arrival.response.writeHead(arrival.json['snapshot'] ? 204 : 500).end()
    startWorker()
    await until('the event of the child to have failed', async () => {
      const [ofChild] = await deliveriesOf(t.db, parent.live, id)
      return ofChild?.state === 'pending' && ofChild.failures === 1
    })
    answers['/snapshot'] = 204
    const recovered = await t.post(`/v1/webhooks/${id}/recover`, { since }, { key: parent.liveKey })
    assert.deepEqual([recovered.status, recovered.body['retried']], [200, 1])
    await settledOf(t.db, parent.live, id, ['succeeded', 'succeeded'])
    const [first] = receiver.at('/snapshot')
    assert.deepEqual([first?.json.event, first?.json['snapshot']], ['listing.created', true])
  })

  it('list no delivery about an inactive listing, except that it was switched off', async () => {
    const id = await subscribe(parent, '/inactive', { events: ['*'] })
    await listing(parent, '602')
    await emit(t, parent.live, [
      { listingId: '602' },
      { type: 'listing.suspended', listingId: '602', data: {} },
      { type: 'listing.updated', data: {} },
    ])
    startWorker()
    await settledOf(t.db, parent.live, id, ['succeeded', 'succeeded', 'succeeded'])
    assert.equal((await deliveries(parent, id)).total, 3)
    await t.db
      .updateTable('listings')
      .set({ active: false, inactive_reason: 'deactivated' })
      .where('id', '=', '602')
      .execute()
    const { body } = await t.get(`/v1/webhooks/${id}/deliveries`, { key: parent.liveKey })
    assert.equal(body['pagination']!['total'], 2)
    assert.deepEqual([...body['data']!].map((row) => String(row['eventType'])).toSorted(), [
      'listing.suspended',
      'listing.updated',
    ])
  })
})
