/** Whoever knows a connection’s address and password can make up notices: they keep nobody from the vendor’s calls. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { basic, registrations, type Registration } from './registrations.ts'
import { startWorld, unlimited, type VendorRow, type World } from './world.ts'
import type { CallLane } from '../../src/connector-kit/ratelimit.ts'
import { mostInDoubt } from '../../src/features/sync/state/fetch-queries.ts'
import { until } from '../harness/until.ts'

const flood = 300
let world: World
let registration: Registration
const lanes: CallLane[] = []
/** Calls made for whatever the lane, in their order: made-up bookings as `made up`. */
const order = () =>
  world.simulator.calls
    .list()
    .map(({ path }) => (/^\/v1\/reservations\/9\d{6}$/.test(path) ? 'made up' : path))

before(async () => {
  world = await startWorld({ listings: 2, reservations: 5, seed: 5 })
  await world.connect()
  await world.startWorker()
  await world.settle()
  registration = (await registrations(world))[0] as Registration
  await world.stopWorker()
})
after(() => world.close())

async function deliver(id: number): Promise<void> {
  const body = { object: 'reservation', event: 'reservation.created', accountId: 1, data: { id } }
  const answer = await world.app.post(new URL(registration.url).pathname, body, {
    headers: { authorization: basic(registration) },
  })
  assert.equal(answer.status, 200, answer.text)
}

test('a flood of notices for bookings that do not exist leaves calls to lists and to callers', async () => {
  for (let i = 0; i < flood; i += 1) await deliver(9_000_000 + i)
  const row = world.simulator.operations.createReservation({}) as VendorRow
  world.app.clock.advance(120_000)
  world.simulator.calls.clear()
  await world.startWorker({
    ...unlimited,
    take: async (_identity, _limits, lane) => void lanes.push(lane),
  })
  await world.settle()
  const made = order()
  const before = made.indexOf('/v1/reservations')
  assert.ok(before >= 0, 'the list was read')
  const ahead = made.slice(0, before).filter((path) => path === 'made up').length
  assert.ok(ahead <= 30, `${ahead} made-up bookings were asked for before the list`)
  // The vendor’s allowance is kept for others once ten in a row were nothing.
  assert.equal(made.filter((path) => path === 'made up').length, flood)
  assert.ok(lanes.filter((lane) => lane === 'history').length >= flood - 30)
  const { rows } = await sql`select from reservations where external_id = ${String(row.id)}`.execute(
    world.app.db,
  )
  assert.equal(rows.length, 1)
})

test('while they are in doubt only so many of them wait', async () => {
  await world.stopWorker()
  const waiting = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from sync_fetches where entity = 'reservations'`.execute(world.app.db)
    return rows[0]?.count
  }
  for (let i = 0; i < mostInDoubt + 20; i += 1) await deliver(9_500_000 + i)
  assert.equal(await waiting(), mostInDoubt)
  await deliver(9_500_000)
  assert.equal(await waiting(), mostInDoubt)
  const row = world.simulator.operations.createReservation({}) as VendorRow
  world.app.clock.advance(120_000)
  await world.startWorker(unlimited)
  await world.settle()
  assert.equal(await waiting(), 0)
  const { rows } = await sql`select from reservations where external_id = ${String(row.id)}`.execute(
    world.app.db,
  )
  assert.equal(rows.length, 1, 'what could not wait is found by the list')
})

test('a true notice ends it', async () => {
  const row = world.simulator.operations.createReservation({}) as VendorRow
  await deliver(row.id)
  await world.pass(1)
  await until('the doubt to end', async () => {
    const { rows } = await sql<{ empty: object }>`
      select fairness->'emptyNotices' as empty from sync_schedule where holder is null`.execute(world.app.db)
    return Object.keys(rows[0]?.empty ?? {}).length === 0
  })
})
