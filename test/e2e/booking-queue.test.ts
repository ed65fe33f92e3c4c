/**
 * Booking.com's queues through a server that is killed between storing and acknowledging, and while an
 * acknowledgement's answer is withheld. Nothing is lost or doubled, and late, repeated or unordered messages end in the
 * right state.
 */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { startSimulator, type RunningSimulator } from '../../simulators/index.ts'
import { createDatabase, type Database } from '../../src/platform/db.ts'
import { createLog } from '../../src/platform/log.ts'
import { createTestDatabase } from '../harness/database.ts'
import { testFolder } from '../harness/folder.ts'
import { api, startServerProcess, type ServerProcess } from '../harness/server-process.ts'
import { until } from '../harness/until.ts'

const paths = { new: '/hotels/ota/OTA_HotelResNotif', modify: '/hotels/ota/OTA_HotelResModifyNotif' } as const
type Queue = keyof typeof paths
/** Queues are read every twenty seconds, and a killed process holds its lease for a while. */
const patience = { withinMs: 240_000, everyMs: 200 }

let simulator: RunningSimulator
let db: Database['kysely']
let server: ServerProcess
let env: Record<string, string>
const folder = testFolder()
const undo: (() => unknown)[] = [folder.remove]

before(async () => {
  simulator = await startSimulator('booking', { listings: 2, reservations: 0, rateLimit: 'off' })
  undo.push(simulator.close)
  const made = await createTestDatabase()
  undo.push(made.drop)
  const database = createDatabase(made.url, { log: createLog({ level: 'silent' }), max: 2 })
  undo.push(database.close)
  db = database.kysely
  env = {
    ...simulator.partner,
    DATABASE_URL: made.url,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    VENDOR_BASE_URLS: `booking=${simulator.url}`,
  }
  server = await startServerProcess(folder.folder, env)
  undo.push(() => server.stop())
  const { credentials } = simulator
  const connect = '/v1/connect/booking/credentials'
  const connected = await api(server, server.keys.liveKey, 'POST', connect, { credentials })
  assert.equal(connected.status, 200, JSON.stringify(connected.body))
  await until(
    'the first import',
    async () => {
      const { rows } = await sql`select from connections where first_import_at is null`.execute(db)
      return rows.length === 0
    },
    patience,
  )
})
after(async () => {
  for (const step of undo.toReversed()) await step()
})

/** Kills the server and starts it again. */
async function killed(): Promise<void> {
  await server.kill()
  simulator.faults.clear()
  server = await startServerProcess(folder.folder, env)
}
const book = () =>
  String(
    (
      simulator.operations.createReservation({ hotel_id: Number(simulator.credentials['hotelId']) }) as {
        id: number
      }
    ).id,
  )
const waiting = () =>
  (simulator.operations.state(new Set(['queue'])) as { queue: { id: number }[] }).queue.map(({ id }) =>
    String(id),
  )
const isEmpty = () => until('the queues to be empty', () => waiting().length === 0, patience)
const acknowledgements = (queue: Queue) =>
  simulator.calls.list().filter(({ method, path }) => method === 'POST' && path === paths[queue])
const withhold = (kind: 'hang' | 'timeout' | 'drop', queue: Queue, count = 50) => {
  simulator.calls.clear()
  simulator.faults.add({ kind, count, path: paths[queue], method: 'POST' })
}
async function statusOf(code: string): Promise<string[]> {
  const { rows } = await sql<{ status: string }>`
    select status from reservations where confirmation_code = ${code}`.execute(db)
  return rows.map(({ status }) => status)
}
const isStored = async (...codes: string[]) => {
  for (const code of codes) if ((await statusOf(code)).length === 0) return false
  return true
}
/** Returns the events of a booking in order. */
async function told(code: string): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`
    select type from events where type like 'reservation.%'
      and data::jsonb->'object'->>'confirmationCode' = ${code} order by sequence`.execute(db)
  return rows.map(({ type }) => type)
}

test('killed between storing a booking and acknowledging it: it is there once, and told once', async () => {
  withhold('hang', 'new')
  const code = book()
  await until(
    'the booking to be stored and not acknowledged yet',
    async () => acknowledgements('new').length > 0 && (await isStored(code)),
    patience,
  )
  assert.deepEqual(waiting(), [code])
  await killed()
  assert.deepEqual(waiting(), [code], 'a booking that nobody acknowledged stays in the queue')
  await isEmpty()
  assert.deepEqual([await statusOf(code), await told(code)], [['confirmed'], ['reservation.created']])
})

test('killed with a change that came before its booking, and a cancellation of something unknown', async () => {
  withhold('hang', 'modify')
  const [changed, gone] = [book(), book()]
  simulator.operations.updateReservation(changed, { adults: 1 })
  simulator.operations.cancelReservation(gone, {})
  await until(
    'both to be stored and not acknowledged yet',
    async () => acknowledgements('modify').length > 0 && (await isStored(changed, gone)),
    patience,
  )
  await killed()
  assert.deepEqual(waiting().toSorted(), [changed, gone].toSorted())
  await isEmpty()
  assert.deepEqual([await statusOf(changed), await told(changed)], [['confirmed'], ['reservation.created']])
  assert.deepEqual(await statusOf(gone), ['cancelled'])
  assert.equal(new Set(await told(gone)).size, (await told(gone)).length, 'nothing is told twice')
})

test('killed while the answer to an acknowledgement is withheld: it counts, and the booking stays', async () => {
  withhold('timeout', 'new')
  const code = book()
  await until('the acknowledgement to have arrived', () => !waiting().includes(code), patience)
  assert.deepEqual(await statusOf(code), ['confirmed'], 'what is acknowledged is stored')
  await killed()
  await isEmpty()
  assert.deepEqual([await statusOf(code), await told(code)], [['confirmed'], ['reservation.created']])
})

test('an acknowledgement that is lost is made again, and a booking that is told again is no news', async () => {
  withhold('drop', 'new', 1)
  const code = book()
  await until('the acknowledgement to be lost', () => acknowledgements('new').length > 0, patience)
  await isEmpty()
  assert.deepEqual([await statusOf(code), await told(code)], [['confirmed'], ['reservation.created']])
  for (const queue of ['new', 'modify'] as const) {
    const again = await fetch(`${simulator.control}/queue`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ reservation_id: code, queue }),
    })
    assert.ok(again.ok, await again.text())
    assert.deepEqual(waiting(), [code])
    await isEmpty()
  }
  assert.deepEqual([await statusOf(code), await told(code)], [['confirmed'], ['reservation.created']])
})
