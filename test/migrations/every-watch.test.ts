/** The watch after a cutover, of every system: what appears there is told, nothing is written there, and the way back works. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { Migration } from '../../src/contract/migration.ts'
import { runDueWatches } from '../../src/features/migrations/watch/worker.ts'
import { startEveryWorld, systems, type EveryWorld } from './every-world.ts'

let world: EveryWorld
before(async () => {
  world = await startEveryWorld()
  for (const { manifest } of systems) {
    const url = `/v1/migrations/${world.workspace(manifest.id)}/cutover`
    const answer = await world.app.post(url, { watch: true })
    assert.equal(answer.status, 200, answer.text)
  }
})
after(() => world.close())

const quarterMs = 15 * 60_000
/** All of them are due at the same time, eight at once. */
async function look(): Promise<void> {
  for (const { manifest } of systems) world.simulator(manifest.id).clock.advanceSeconds(quarterMs / 1000)
  world.app.clock.advance(quarterMs)
  const { signal } = new AbortController()
  let looked = 0
  for (let many = -1; many !== 0; looked += many) many = await runDueWatches(world.app.services, signal)
  assert.equal(looked, systems.length)
}

interface Found {
  change: string
  externalReservationId: string
  reservationId: string | null
  confirmationCode: string
  checkIn: string
}
async function told(vendor: string): Promise<Found[]> {
  const { rows } = await sql<{ data: string }>`
    select data from events
    where workspace_id = ${world.workspace(vendor)} and type = 'migration.watch.stay_found'
    order by sequence`.execute(world.app.db)
  return rows.map(({ data }) => JSON.parse(data) as Found)
}

const state = (vendor: string) => {
  const { listings, reservations, conversations, messages } = world
    .simulator(vendor)
    .operations.state(new Set())
  return JSON.stringify({ listings, reservations, conversations, messages })
}

describe('of every system', () => {
  let stored: Map<string, string>
  before(async () => {
    const read = async (vendor: string) => {
      const headers = { 'x-workspace-id': world.workspace(vendor) }
      return (await world.app.get('/v1/reservations?limit=100', { headers })).text
    }
    stored = new Map()
    for (const { manifest } of systems) stored.set(manifest.id, await read(manifest.id))
    await look()
    for (const { manifest } of systems)
      assert.deepEqual(await told(manifest.id), [], `${manifest.id}: nothing has changed`)
    const made = new Map<string, { id: string; state: string }>()
    for (const { manifest } of systems) {
      const { id } = world.simulator(manifest.id).operations.createReservation({}) as { id: string | number }
      made.set(manifest.id, { id: String(id), state: state(manifest.id) })
    }
    await look()
    await look()
    for (const { manifest } of systems) {
      assert.equal(state(manifest.id), made.get(manifest.id)?.state, `${manifest.id} was written to`)
      assert.equal(
        await read(manifest.id),
        stored.get(manifest.id),
        `${manifest.id}: nothing is imported any more`,
      )
    }
  })

  for (const { manifest } of systems)
    test(`${manifest.id}: a stay that appears in the old system is told once`, async () => {
      const vendor = manifest.id
      const found = await told(vendor)
      assert.deepEqual(
        found.map(({ change, reservationId }) => [change, reservationId]),
        [['new', null]],
        vendor,
      )
      const { watch } = await world.get<Migration>(vendor)
      assert.deepEqual([watch?.state, watch?.found, watch?.sources[0]?.errors], ['watching', 1, 0])
    })

  for (const { manifest } of systems)
    test(`${manifest.id}: a rollback connects it again, and what was booked meanwhile is read`, async () => {
      const vendor = manifest.id
      const answer = await world.app.post(`/v1/migrations/${world.workspace(vendor)}/rollback`)
      assert.equal(answer.status, 200, answer.text)
      await world.read()
      const { state: now, counts, connections } = await world.get<Migration>(vendor)
      assert.deepEqual([now, connections[0]?.status], ['imported', 'active'])
      const { data } = JSON.parse(stored.get(vendor) ?? '') as { data: unknown[] }
      assert.equal(counts.reservations, data.length + 1)
    })
})
