/** Events of children stand at the parent exactly when the change that made them is committed, wherever a cluster keeps the two. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { appendEvents, openWrite } from '../../src/platform/outbox.ts'
import { startTestApp, type TestApp, type TestWorkspace } from '../harness/app.ts'
import { deliveriesOf, emit } from './events.ts'

let app: TestApp
let parent: TestWorkspace
let webhookId: string
/** Enough that some are on another machine than the parent. */
const children: TestWorkspace[] = []

before(async () => {
  app = await startTestApp()
  parent = await app.addWorkspace()
  for (let n = 0; n < 6; n += 1) children.push(await app.addWorkspace({ parentId: parent.id }))
  const body = { url: 'http://127.0.0.1:9/', events: ['reservation.*'] }
  const made = await app.post('/v1/webhooks', body, { key: parent.liveKey })
  assert.equal(made.status, 201, made.text)
  webhookId = String(made.body['id'])
})
after(() => app.close())

const eventsAt = async ({ id }: TestWorkspace) =>
  app.db
    .selectFrom('events')
    .select([
      'id',
      'type',
      'data',
      'listing_id',
      'object_id',
      'sequence',
      'origin_workspace_id',
      'origin_sequence',
    ])
    .where('workspace_id', '=', id)
    .orderBy('sequence')
    .execute()

it('after a commit each has a delivery of the parent, with the id and number of the child', async () => {
  for (const child of children) {
    const before = (await deliveriesOf(app.db, parent.live, webhookId)).length
    await emit(app, child.live, [
      { data: { object: { id: '1' }, name: 'Ada' } },
      { type: 'listing.updated', data: {} },
      { type: 'reservation.updated', object: { type: 'reservation', id: '7', revision: 2 }, data: { n: 2 } },
    ])
    const deliveries = await deliveriesOf(app.db, parent.live, webhookId)
    assert.equal(deliveries.length, before + 2)
    const own = (await eventsAt(child)).filter(({ type }) => type !== 'listing.updated')
    const copies = (await eventsAt(parent)).filter((event) => event.origin_workspace_id === child.id)
    assert.deepEqual(
      copies.map(({ sequence: _, origin_workspace_id: __, origin_sequence: number, ...event }) => ({
        ...event,
        number,
      })),
      own.map(({ sequence: number, origin_workspace_id: _, origin_sequence: __, ...event }) => ({
        ...event,
        number,
      })),
    )
    assert.deepEqual(
      deliveries.slice(-2).map((delivery) => delivery.event_sequence),
      copies.map(({ sequence }) => sequence),
    )
  }
})

it('after a rollback neither has anything', async () => {
  for (const child of children) {
    const before = [
      await eventsAt(child),
      await eventsAt(parent),
      await deliveriesOf(app.db, parent.live, webhookId),
    ]
    const failed = app.db.transaction().execute(async (tx) => {
      const write = await openWrite(tx, child.live, app.clock.now())
      await appendEvents(write, [{ type: 'reservation.created', data: { object: { id: '1' } } }])
      throw new Error('rolled back')
    })
    await assert.rejects(failed, /rolled back/)
    const after = [
      await eventsAt(child),
      await eventsAt(parent),
      await deliveriesOf(app.db, parent.live, webhookId),
    ]
    assert.deepEqual(after, before)
  }
})
