/** Callers of a PMS with a narrow limit: of one night one is booked with the fewest calls, and nobody waits for another's home. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { startWorld, type World } from '../sync/world.ts'

let world: World
let homes: string[]
before(async () => {
  world = await startWorld({ listings: 4, reservations: 10 })
  await world.startWorker()
  await world.connect()
  await world.settle()
  await world.stopWorker()
  const { rows } = await sql<{ id: string }>`
    select id from listings where workspace_id = ${world.app.workspace.id} and unit_count = 1 order by id`.execute(
    world.app.db,
  )
  homes = rows.map(({ id }) => id)
  assert.ok(homes.length >= 2)
})
after(() => world.close())

const guest = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' }
const stay = { checkIn: '2027-03-01', checkOut: '2027-03-04', guest, adults: 2 }

async function book(home: number, values: object = {}) {
  const began = performance.now()
  const answer = await world.app.post('/v1/reservations', { listingId: homes[home], ...stay, ...values })
  const code = String(answer.body['error']?.['code'] ?? answer.status)
  return { ...answer, code, ms: performance.now() - began }
}

/** Hostaway's limit: 15 calls in 10 seconds from one address. */
const callsOfWindow = 15
const promisedMs = 10_000

it('of fifty callers for one night one asks the PMS, and a caller for another home is not held up', async () => {
  world.simulator.calls.clear()
  const callers = Array.from({ length: 50 }, () => book(0))
  const [other, ...all] = await Promise.all([book(1), ...callers])
  assert.equal(other.status, 201, other.text)
  assert.ok(other.ms < promisedMs, `${other.ms} ms`)
  assert.deepEqual(all.map(({ code }) => code).toSorted(), [
    '201',
    ...Array.from({ length: 49 }, () => 'pms_unavailable'),
  ])
  const calls = world.simulator.calls.list().length
  assert.ok(calls < callsOfWindow, `${calls} calls`)
})

it('callers for more stays than there is room for are told when to come back', async () => {
  await sql`delete from upstream_budgets`.execute(world.app.db)
  const day = (n: number) => String(Temporal.PlainDate.from('2027-04-01').add({ days: n }))
  const answers = await Promise.all(
    Array.from({ length: 2 * callsOfWindow }, (_, n) =>
      book(0, { checkIn: day(2 * n), checkOut: day(2 * n + 1), totalPrice: 100 }),
    ),
  )
  for (const { code, ms, text, headers } of answers) {
    assert.ok(ms < promisedMs, `${ms} ms`)
    assert.ok(['201', 'pms_unavailable', 'service_unavailable'].includes(code), text)
    if (code === 'service_unavailable') assert.ok(Number(headers['retry-after']) >= 1, text)
  }
  assert.ok(answers.some(({ code }) => code === '201'))
  assert.ok(answers.some(({ code }) => code === 'service_unavailable'))
})
