/** Connecting and disconnecting while the worker stores for the same account: one waits for the other, neither fails. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { VendorError } from '../../src/connector-kit/vendor-error.ts'
import type { TestAnswer } from '../harness/app.ts'
import { until } from '../harness/until.ts'
import { startWorld, type World } from '../sync/world.ts'
import { sessionsView } from '../harness/sessions.ts'

let world: World
before(async () => {
  world = await startWorld({ listings: 1, reservations: 2, seed: 3 })
  assert.equal((await connect()).status, 200)
})
after(() => world.close())

const connect = () =>
  world.app.post('/v1/connect/hostaway/credentials', { credentials: world.simulator.credentials })

const untilSomebodyWaits = () =>
  until('somebody to wait for the row', async () => {
    const { rows } = await sql`
      select from ${sessionsView()} where datname = current_database() and wait_event_type = 'Lock'`.execute(
      world.app.db,
    )
    return rows.length > 0
  })

/** A turn's transaction: the schedule is held from the start, the connection changed at the end. */
async function beside(request: () => Promise<TestAnswer>): Promise<TestAnswer> {
  const { db, workspace } = world.app
  const asked = await db.transaction().execute(async (tx) => {
    await sql`select from sync_schedule where workspace_id = ${workspace.id} for update`.execute(tx)
    const answer = request()
    await untilSomebodyWaits()
    await sql`
      update connections set last_success_at = now() where workspace_id = ${workspace.id}`.execute(tx)
    return { answer }
  })
  return asked.answer
}

test('new credentials wait for the turn', async () => {
  const answer = await beside(connect)
  assert.equal(answer.status, 200, answer.text)
})

test('an account that is connected again just as a turn finds it closed is read', async () => {
  const { db, workspace } = world.app
  await sql`update connections set status = 'error' where workspace_id = ${workspace.id}`.execute(db)
  await db.transaction().execute(async (tx) => {
    await sql`select from sync_schedule where workspace_id = ${workspace.id} for update`.execute(tx)
    await sql`update connections set status = 'active' where workspace_id = ${workspace.id}`.execute(tx)
    await world.startWorker()
    await untilSomebodyWaits()
  })
  await until('the account to be read', async () => (await world.all('/v1/listings')).length === 1)
  await world.settle()
})

test('credentials that are renewed while a turn still uses the old ones are not refused with those', async () => {
  const { app, simulator } = world
  const { hostaway } = app.services.connectors
  assert.ok(hostaway?.operations.reservations)
  const gate = Promise.withResolvers<void>()
  let isAsked = false
  const page = async () => {
    isAsked = true
    await gate.promise
    throw new VendorError('credentials', 'signed in with a key that was withdrawn')
  }
  const reservations = { ...hostaway.operations.reservations, page }
  app.services.connectors = {
    ...app.services.connectors,
    hostaway: { ...hostaway, operations: { ...hostaway.operations, reservations } },
  }
  app.clock.advance(3_600_000)
  simulator.clock.advanceSeconds(3600)
  await until('the old credentials to be used', () => isAsked)
  app.services.connectors = { ...app.services.connectors, hostaway }
  assert.equal((await connect()).status, 200)
  gate.resolve()
  await world.settle()
  const { body } = await app.get('/v1/connect/hostaway')
  assert.deepEqual([body['connected'], body['status']], [true, 'active'], JSON.stringify(body))
  const { rows } = await sql`select from events where type = 'account.disconnected'`.execute(app.db)
  assert.equal(rows.length, 0)
})

test('disconnecting waits for the turn', async () => {
  const answer = await beside(() => world.app.delete('/v1/connect/hostaway'))
  assert.equal(answer.status, 200, answer.text)
})
