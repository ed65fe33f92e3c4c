/** A workspace that came as a file, and the account it came from, which the property manager signs in to afterwards. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { exported, ofType } from './lines.ts'
import { startMigrationWorld, type MigrationWorld } from './world.ts'

let world: MigrationWorld
before(async () => {
  world = await startMigrationWorld()
})
after(() => world.close())

const scope = ['listings', 'reservations', 'guests', 'conversations', 'calendar', 'rates'] as const

async function heldIn(workspaceId: string) {
  const { records } = await exported(world.app, workspaceId)
  const idsOf = (type: 'listing' | 'reservation' | 'guest' | 'conversation' | 'message') =>
    ofType(records, type).map(({ id }) => id)
  return {
    listings: idsOf('listing'),
    reservations: idsOf('reservation'),
    guests: idsOf('guest'),
    conversations: idsOf('conversation'),
    messages: idsOf('message'),
  }
}

test('what is read of it finds the records of the file, and what was out of its scope stays out', async () => {
  const from = await world.moved({ scope })
  await world.startWorker()
  await world.settle()
  const file = await exported(world.app, from)
  const { sessionId, workspaceId } = await world.begin({ workspace: { name: 'Again' } })
  const records = file.text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as object)
  for (let at = 0; at < records.length; at += 1000) {
    const part = { line: at + 1, records: records.slice(at, at + 1000) }
    const answer = await world.app.post(`/v1/migrations/${workspaceId}/records`, part)
    assert.equal(answer.status, 200, answer.text)
  }
  const before = await heldIn(workspaceId)
  assert.ok(Object.values(before).every((ids) => ids.length > 0))

  assert.equal((await world.send(sessionId)).status, 200)
  const booked = world.simulator.operations.createReservation({}) as { id: number }
  await world.settle()
  await world.pass(61)
  const { state, connections } = await world.migration(workspaceId)
  assert.equal(state, 'imported')
  assert.deepEqual(
    connections.map(({ provider, status }) => [provider, status]),
    [['hostaway', 'active']],
  )
  const { reservations, guests, ...same } = await heldIn(workspaceId)
  const { reservations: stays, guests: people, ...others } = before
  assert.deepEqual(same, others)
  assert.deepEqual(reservations.slice(0, stays.length), stays)
  assert.deepEqual(guests.slice(0, people.length), people)
  const { rows } = await sql<{ external_id: string }>`
    select external_id from reservations where workspace_id = ${workspaceId} order by id offset ${stays.length}`.execute(
    world.app.db,
  )
  assert.deepEqual(
    rows.map((row) => row.external_id),
    [String(booked.id)],
  )
  const [connection] = ofType((await exported(world.app, workspaceId)).records, 'connection')
  assert.deepEqual(connection?.['importScope'], scope)
  const { rows: paid } = await sql`
    select from reservations where workspace_id = ${workspaceId} and financials is not null`.execute(
    world.app.db,
  )
  assert.deepEqual(paid, [], 'nobody asked for payments')
})
