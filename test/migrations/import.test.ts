/** Imports of a migration: the first, those that are asked for, and those that fail. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { migrationScope } from '../../src/contract/connect-request.ts'
import { errorOf, redirectUrl } from '../connect/world.ts'
import { startMigrationWorld, type MigrationWorld } from './world.ts'

let world: MigrationWorld
let workspaceId: string
before(async () => {
  world = await startMigrationWorld()
  workspaceId = await world.moved()
  await world.startWorker()
  await world.settle()
})
after(() => world.close())

interface Told {
  type: string
  data: { status: string; entities: string[]; error?: string; results: object[]; workspaceId: string }
}

async function told(id = workspaceId): Promise<Told[]> {
  const { rows } = await sql<{ type: string; data: string }>`
    select type, data from events where workspace_id = ${id} and type like 'migration.%' order by sequence`.execute(
    world.app.db,
  )
  return rows.map(({ type, data }) => ({ type, data: JSON.parse(data) as Told['data'] }))
}
const kinds = async (id?: string) => (await told(id)).map(({ type }) => type)
const again = (body: object = {}, id = workspaceId) => world.app.post(`/v1/migrations/${id}/import`, body)
const imported = async (id = workspaceId) => (await world.migration(id)).connections[0]?.import

test('the first import is told once, ordinary readings are not', async () => {
  const [event, ...others] = await told()
  assert.equal(event?.type, 'migration.completed')
  assert.equal(event.data.workspaceId, workspaceId)
  assert.deepEqual(event.data.results, (await imported())?.results)
  await world.pass(61)
  await world.pass(3601)
  assert.deepEqual(others, [])
  assert.deepEqual(await kinds(), ['migration.completed'])
  // A connection that is no migration tells nothing.
  const own = await world.app.addWorkspace()
  await world.connect(own)
  await world.settle()
  assert.deepEqual(await kinds(own.id), [])
})

test('another import runs once, whoever presses twice', async () => {
  await world.stopWorker()
  const [first, second] = await Promise.all([again({ entities: ['messages'] }), again()])
  const [taken, refused] = first.status === 202 ? [first, second] : [second, first]
  assert.equal(taken.status, 202, taken.text)
  const { data } = taken.body as unknown as { data: { queued: { queued: boolean }[] } }
  assert.deepEqual(
    data.queued.map(({ queued }) => queued),
    [true],
  )
  assert.equal(refused.status, 409, refused.text)
  assert.equal(errorOf(refused)['code'], 'invalid_state')
  assert.equal(errorOf(refused)['currentStatus'], 'importing')
  assert.equal((await world.migration(workspaceId)).state, 'importing')
  await world.startWorker()
  await world.settle()
  assert.deepEqual(await kinds(), ['migration.completed', 'migration.completed'])
  assert.equal((await world.migration(workspaceId)).state, 'imported')
})

test('messages are read of every thread, reservations since a moment', async () => {
  assert.equal((await again({ entities: ['messages'] })).status, 202)
  await world.pass(1)
  const ofMessages = await imported()
  assert.deepEqual(ofMessages?.entities, ['conversations', 'messages'])
  const threads = world.state().conversations.length
  assert.deepEqual(
    ofMessages.results.map(({ processed }) => processed),
    [threads, threads],
  )
  const since = new Date(world.app.clock.now().getTime() + 3_600_000).toISOString()
  assert.equal((await again({ entities: ['reservations'], since })).status, 202)
  await world.pass(1)
  const none = await imported()
  assert.equal(none?.status, 'completed')
  assert.equal(none.results[0]?.processed, 0)
  // What is not in such a walk is not gone.
  assert.ok((await world.migration(workspaceId)).counts.upcomingReservations > 0)
  assert.equal((await again()).status, 202)
  await world.pass(1)
  const whole = (await imported())?.results.find(({ entityType }) => entityType === 'reservations')
  assert.equal(whole?.processed, world.state().reservations.length)
  assert.equal((await again({ entities: ['calendar'] })).status, 202)
  await world.pass(1)
  assert.deepEqual((await imported())?.results, [
    { entityType: 'calendar', processed: world.state().listings.length, errors: 0 },
  ])
})

describe('an import that fails', () => {
  test('is told once, says why, and goes on when the account is connected again', async () => {
    const before = (await kinds()).length
    world.simulator.faults.add({ kind: 'token_expired', seconds: 1_000_000 })
    await again()
    await world.pass(61)
    await world.pass(301)
    const { state, connections } = await world.migration(workspaceId)
    assert.equal(state, 'failed')
    assert.equal(connections[0]?.status, 'error')
    assert.ok(connections[0].import?.error)
    assert.ok(connections[0].import.finishedAt)
    assert.deepEqual((await kinds()).slice(before), ['migration.failed'])
    const [failed] = (await told()).slice(before)
    assert.equal(failed?.data.status, 'failed')
    assert.ok(failed.data.error)

    const refused = await again()
    assert.equal(refused.status, 403, refused.text)
    assert.equal(errorOf(refused)['code'], 'connection_reauth_required')
    assert.ok(errorOf(refused)['reconnect'])

    world.simulator.faults.clear()
    const { headers } = world.inChild(workspaceId)
    const session = await world.app.post(
      '/v1/connect',
      { redirectUrl, purpose: 'migrate' },
      headers ? { headers } : {},
    )
    assert.equal((await world.send(String(session.body['sessionId']))).status, 200)
    await world.pass(61)
    assert.equal((await world.migration(workspaceId)).state, 'imported')
    assert.deepEqual((await kinds()).slice(before), ['migration.failed', 'migration.completed'])
  })
})

test('the scope of the session limits what is imported', async () => {
  const scope = ['listings', 'reservations', 'conversations', 'calendar']
  const id = await world.moved({ scope })
  await world.pass(1)
  await world.pass(3601)
  const { state, counts } = await world.migration(id)
  assert.equal(state, 'imported')
  assert.ok(counts.listings > 0 && counts.reservations > 0)
  assert.ok(counts.conversations > 0)
  assert.equal(counts.guests, 0)
  const { rows } = await sql<{ nights: number; others: number }>`
    select (select count(*)::int from calendar_days where workspace_id = ${id}) as nights,
           (select count(*)::int from calendar_days where workspace_id = ${id} and price is not null)
           + (select count(*)::int from listing_texts where workspace_id = ${id} and content ->> 'houseRules' is not null)
           + (select count(*)::int from reservations where workspace_id = ${id} and financials is not null)
           + (select count(*)::int from messages where workspace_id = ${id} and direction = 'inbound' and sender_name is not null)
           as others`.execute(world.app.db)
  assert.ok((rows[0]?.nights ?? 0) > 0)
  assert.equal(rows[0]?.others, 0)
  const { body } = await world.app.get(`/v1/migrations/${id}/report`)
  const { issues } = body['data'] as unknown as { issues: { code: string; entity: string }[] }
  const left = issues.filter(({ code }) => code === 'left_out_of_scope').map(({ entity }) => entity)
  assert.deepEqual(
    left,
    [...migrationScope, 'reviews'].filter((kind) => !scope.includes(kind)),
  )
})

test('before anybody signed in there is nothing to import', async () => {
  const waiting = await world.begin()
  const answer = await again({}, waiting.workspaceId)
  assert.equal(answer.status, 404, answer.text)
  assert.equal(errorOf(answer)['code'], 'no_connection')
})
