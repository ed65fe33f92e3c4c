/** A migration from its first link to the import's end, as whoever began it sees it. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { errorOf } from '../connect/world.ts'
import { startMigrationWorld, type MigrationWorld } from './world.ts'

let world: MigrationWorld
before(async () => {
  world = await startMigrationWorld()
})
after(() => world.close())

const total = async (url: string, workspaceId: string) => {
  const answer = await world.app.get(`${url}?limit=1`, world.inChild(workspaceId))
  return (answer.body['pagination'] as unknown as { total: number }).total
}

test('a migration waits for its property manager, is imported, and says what came', async () => {
  const { sessionId, workspaceId } = await world.begin()
  const waiting = await world.migration(workspaceId)
  assert.equal(waiting.state, 'awaiting_connection')
  assert.equal(waiting.name, 'Harbour homes')
  assert.equal(waiting.externalRef, 'crm-12')
  assert.deepEqual(waiting.connections, [])
  assert.deepEqual(new Set(Object.values(waiting.counts)), new Set([0]))

  assert.equal((await world.send(sessionId)).status, 200)
  const begun = await world.migration(workspaceId)
  assert.equal(begun.state, 'importing')
  assert.equal(begun.connections[0]?.import?.status, 'running')

  await world.startWorker()
  await world.settle()
  await world.stopWorker()
  const imported = await world.migration(workspaceId)
  assert.equal(imported.state, 'imported')
  const [source] = imported.connections
  assert.equal(source?.provider, 'hostaway')
  assert.equal(source.status, 'active')
  assert.ok(source.lastPolledAt)
  assert.equal(source.import?.status, 'completed')
  assert.ok(source.import.finishedAt)
  const [simulated, results] = [world.state(), source.import.results]
  const processed = (entity: string) => results.find(({ entityType }) => entityType === entity)?.processed
  assert.equal(processed('listings'), simulated.listings.length)
  assert.equal(processed('reservations'), simulated.reservations.length)
  assert.deepEqual(
    results.map(({ errors }) => errors),
    results.map(() => 0),
  )
  const { listings, reservations, guests, conversations, upcomingReservations } = imported.counts
  assert.equal(listings, await total('/v1/listings', workspaceId))
  assert.equal(reservations, await total('/v1/reservations', workspaceId))
  assert.equal(guests, await total('/v1/guests', workspaceId))
  assert.equal(conversations, await total('/v1/conversations', workspaceId))
  assert.ok(listings > 0 && reservations > 0)
  const today = world.app.clock.now().toISOString().slice(0, 10)
  const answer = await world.app.get('/v1/reservations?limit=100', world.inChild(workspaceId))
  const rows = [...(answer.body['data'] ?? [])] as unknown as { status: string; checkOut: string }[]
  const staying = rows.filter(({ status, checkOut }) => status === 'confirmed' && checkOut > today)
  assert.equal(upcomingReservations, staying.length)
})

describe('the list', () => {
  test('is newest first, and only of those that this workspace began', async () => {
    const other = await world.app.addWorkspace()
    const theirs = await world.begin({}, { key: other.liveKey })
    const [first, second] = [await world.begin(), await world.begin({ workspace: { name: 'Second' } })]
    const answer = await world.app.get('/v1/migrations')
    const rows = [...(answer.body['data'] ?? [])] as unknown as { workspaceId: string; name: string }[]
    assert.deepEqual(
      rows.slice(0, 2).map(({ workspaceId }) => workspaceId),
      [second.workspaceId, first.workspaceId],
    )
    assert.ok(rows.every(({ workspaceId }) => workspaceId !== theirs.workspaceId))
    assert.deepEqual(
      [...((await world.app.get('/v1/migrations', { key: other.liveKey })).body['data'] ?? [])].map((row) =>
        String(row['workspaceId']),
      ),
      [theirs.workspaceId],
    )
    const sandbox = await world.begin({}, { key: world.app.sandboxKey })
    const inSandbox = await world.app.get(`/v1/migrations/${sandbox.workspaceId}`, {
      key: world.app.sandboxKey,
    })
    assert.equal(inSandbox.status, 200)
    assert.equal((await world.app.get(`/v1/migrations/${sandbox.workspaceId}`)).status, 404)
  })

  test('an id of others, the own workspace and nobody’s id are answered alike', async () => {
    const other = await world.app.addWorkspace()
    const theirs = await world.begin({}, { key: other.liveKey })
    const ids = [theirs.workspaceId, world.app.workspace.id, other.id, '123456789']
    const answers = await Promise.all(
      ids.map(async (id) => {
        const answer = await world.app.get(`/v1/migrations/${id}`)
        const { request_id: _, ...error } = errorOf(answer)
        return [answer.status, JSON.stringify(error).replaceAll(id, '<id>')]
      }),
    )
    assert.equal(answers[0]?.[0], 404)
    for (const answer of answers) assert.deepEqual(answer, answers[0])
  })
})
