/** A caller who hangs up while the booking waits for the vendor is not booked, unless a key lets the answer be asked for again. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { until } from '../harness/until.ts'
import { makerOf } from '../harness/fixtures.ts'
import { startWorld, type World } from '../sync/world.ts'
import { sessionsView } from '../harness/sessions.ts'

let world: World
let address: string
let listingId = ''
const identity = 'hostaway@address/10'
before(async () => {
  world = await startWorld({ listings: 2, reservations: 10 })
  await world.startWorker()
  await world.connect()
  await world.settle()
  await world.stopWorker()
  const { rows } = await sql<{ id: string }>`
    select id from listings where workspace_id = ${world.app.workspace.id} and unit_count = 1 limit 1`.execute(
    world.app.db,
  )
  listingId = rows[0]?.id ?? assert.fail('no home')
  address = await world.app.listen()
})
after(() => world.close())

let night = 0
beforeEach(() => {
  night += 1
})
const guest = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' }
const stay = (home: string) => ({
  listingId: home,
  checkIn: `2027-03-${String(2 * night).padStart(2, '0')}`,
  checkOut: `2027-03-${String(2 * night + 1).padStart(2, '0')}`,
  guest,
  adults: 2,
})

/** The caller's connection, which can be closed. */
function send(home: string, key?: string) {
  const hangUp = new AbortController()
  const answer = fetch(`${address}/v1/reservations`, {
    method: 'POST',
    signal: hangUp.signal,
    headers: {
      authorization: `Bearer ${world.app.liveKey}`,
      'content-type': 'application/json',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    body: JSON.stringify(stay(home)),
  }).catch((error: unknown) => error)
  return { answer, hangUp: () => hangUp.abort() }
}

/** Nobody may call for so long. */
const noRoomFor = (seconds: number) =>
  sql`
  insert into upstream_budgets (key, holds)
  select ${identity}, array_fill(clock_timestamp() + make_interval(secs => ${seconds}), array[15])
  on conflict (key) do update set holds = excluded.holds`.execute(world.app.db)

const stateOfLastAct = async () => {
  const { rows } = await sql<{ state: string }>`
    select state from vendor_acts order by created_at desc, id desc limit 1`.execute(world.app.db)
  return rows[0]?.state
}
const stored = async () => {
  const { rows } = await sql`
    select from reservations where check_in = ${stay('').checkIn}::date and listing_id = ${listingId}`.execute(
    world.app.db,
  )
  return rows.length
}
const booked = () =>
  world.simulator.calls.list().filter(({ method, path }) => method === 'POST' && path === '/v1/reservations')
    .length

describe('who hangs up while there is no room', () => {
  it('is not booked without a key', async () => {
    const before = booked()
    await noRoomFor(4)
    const { answer, hangUp } = send(listingId)
    await until('the booking to wait', async () => (await stateOfLastAct()) === 'started')
    hangUp()
    await answer
    await until('the booking to be given up', async () => (await stateOfLastAct()) === 'refused')
    assert.deepEqual([booked() - before, await stored()], [0, 0])
  })

  it('is booked with a key, under which the answer is kept', async () => {
    const before = booked()
    await noRoomFor(2)
    const { answer, hangUp } = send(listingId, 'kept')
    await until('the booking to wait', async () => (await stateOfLastAct()) === 'started')
    hangUp()
    await answer
    await until('the booking to be made', async () => (await stateOfLastAct()) === 'done')
    const again = await until('the answer to be kept', async () => {
      const asked = await world.app.post('/v1/reservations', stay(listingId), {
        headers: { 'idempotency-key': 'kept' },
      })
      return asked.status === 201 ? asked : undefined
    })
    assert.ok(again)
    assert.deepEqual([booked() - before, await stored()], [1, 1])
  })
})

it('who hangs up while this server itself is busy is not booked without a key', async () => {
  const { app } = world
  const home = await makerOf(app.db, app.scope).listing({ currency: 'EUR' })
  const lock = await app.services.pool.connect()
  await lock.query('begin')
  await lock.query('select from workspace_heads where workspace_id = $1 for update', [app.workspace.id])
  const waiting = async () => {
    const { rows } = await sql`select from ${sessionsView()} where wait_event_type = 'Lock'`.execute(app.db)
    return rows.length > 0
  }
  const { answer, hangUp } = send(home)
  await until('the booking to wait', waiting)
  hangUp()
  await answer
  await lock.query('commit')
  lock.release()
  await until('the booking to be over', async () => !(await waiting()))
  await app.logRequests()
  const { rows } = await sql`select from reservations where listing_id = ${home}`.execute(app.db)
  assert.equal(rows.length, 0)
})
