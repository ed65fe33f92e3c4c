/** Two pools on one database stand for two processes. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { insertMailRequest } from '../../src/features/tenancy/members/link-queries.ts'
import { startSelling, updateMendsDrift } from '../../src/features/calendar/selling/start-queries.ts'
import { wakePushConnections } from '../../src/features/calendar/selling/push-queries.ts'
import { restartSchedule, updateScheduleForStays } from '../../src/features/sync/state/schedule-queries.ts'
import { createDatabase, type Database } from '../../src/platform/db.ts'
import { repairDueTimes } from '../../src/features/observability/clock-repair/repair-due-times.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { startDueLoop } from '../../src/platform/due-work/due-loop.ts'
import {
  forgetNotices,
  listenForWork,
  notifyWork,
  type WorkKind,
} from '../../src/platform/due-work/work-notices.ts'
import { createLog } from '../../src/platform/log.ts'
import type { Queryable } from '../../src/platform/tenant.ts'
import { deletePastNights } from '../../src/features/calendar/selling/night-queries.ts'
import { storeReceipts } from '../../src/features/sync/inbound/receipt-queries.ts'
import { insertAct, updateAct } from '../../src/upstream/acts/act-queries.ts'
import { wakeConnection } from '../../src/upstream/connection-queries.ts'
import { createTestDatabase, type TestDatabase } from '../harness/database.ts'
import { until } from '../harness/until.ts'

const log = createLog({ level: 'silent' })
const hourMs = 3_600_000
const scope = { workspaceId: '1' }
const workKinds = [
  'act',
  'exposure',
  'feed',
  'mail',
  'push',
  'receipt',
  'recovery',
  'selling',
  'sync',
] as const

let server: TestDatabase
let sleeping: Database
let making: Database
beforeEach(async () => {
  server = await createTestDatabase()
  sleeping = createDatabase(server.url, { log })
  making = createDatabase(server.url, { log })
})
afterEach(async () => {
  await sleeping.close()
  await making.close()
  await server.drop()
})

test('a worker that would sleep for an hour begins work of another process at its notice', async () => {
  const waiting: string[] = []
  const begun: string[] = []
  let asks = 0
  let looks = 0
  const loop = startDueLoop(
    { pool: sleeping.pool, clock: systemClock },
    { kind: 'sync', busyMs: 1, longestMs: hourMs, log, failed: 'failed' },
    {
      look: async () => {
        looks += 1
        begun.push(...waiting.splice(0))
      },
      nextDue: async () => {
        asks += 1
        return waiting.length > 0 ? systemClock.now() : null
      },
    },
  )
  // It asks first as it starts, and then for the new connection.
  await until('the worker to listen', () => asks >= 2)
  waiting.push('stays')
  await notifyWork(making.kysely, 'sync')
  await until('the work to begin', () => begun.length > 0)
  await loop.stop()
  assert.deepEqual(begun, ['stays'])
  assert.equal(looks, 1, 'it looks for what is due alone')
})

/** Which kinds the other process hears of while `work` runs. */
async function heardOf(work: () => Promise<unknown>): Promise<WorkKind[]> {
  const heard: WorkKind[] = []
  const ends = workKinds.map((kind) =>
    listenForWork({ pool: sleeping.pool, log }, kind, () => heard.push(kind)),
  )
  await until('the connection to listen', () => heard.length >= workKinds.length)
  heard.length = 0
  await work()
  // A new connection wakes every kind, and notices come in the order of their commits.
  const before = () => heard.indexOf('mail')
  await notifyWork(making.kysely, 'mail')
  await until('the last notice', () => before() >= 0)
  await Promise.all(ends.map((end) => end()))
  return heard.slice(0, before())
}

const inTransaction = (work: (tx: Queryable) => Promise<void>) => () =>
  making.kysely.transaction().execute(work)

test('a transaction sends its notice once, when it commits', async () => {
  const heard = await heardOf(
    inTransaction(async (tx) => {
      await notifyWork(tx, 'sync')
      await notifyWork(tx, 'selling')
      await notifyWork(tx, 'sync')
    }),
  )
  assert.deepEqual(heard, ['sync', 'selling'])
})

test('a transaction that is rolled back wakes nobody', async () => {
  const failing = inTransaction(async (tx) => {
    await notifyWork(tx, 'sync')
    throw new Error('rolled back')
  })
  assert.deepEqual(await heardOf(() => assert.rejects(failing, /rolled back/)), [])
})

test('a notice that a savepoint took along is sent again', async () => {
  const heard = await heardOf(
    inTransaction(async (tx) => {
      await sql`savepoint part`.execute(tx)
      await notifyWork(tx, 'sync')
      await sql`rollback to savepoint part`.execute(tx)
      forgetNotices(tx)
      await notifyWork(tx, 'sync')
    }),
  )
  assert.deepEqual(heard, ['sync'])
})

const now = new Date('2026-05-01T12:00:00Z')
const link = { connectionId: '1', externalId: 'a' }
const receipt = { externalId: 'a', token: 't', action: 'BOOKED' as const }

/** A night whose exposure was reported. */
const reportedNight = (tx: Queryable) =>
  sql`
  insert into channel_nights (workspace_id, connection_id, external_id, date, available, units, min_nights, closed_to_arrival,
                              closed_to_departure, stays, units_left, state, exposed_since, told_at)
  values (1, 1, 'a', '2026-04-01', false, 0, 1, false, false, 1, 0, 'confirmed', ${now}, ${now})`.execute(tx)

const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)

/** An act that is to be searched for in a minute is moved. */
async function moveSearch(tx: Queryable, to: Date): Promise<void> {
  const asked = {
    key: 'k',
    kind: 'send_message',
    connectionId: '1',
    hash: Buffer.alloc(1),
    request: {},
  } as const
  const act = await insertAct(tx, scope, { ...asked, state: 'asking', at: now, settlesAt: after(60) })
  assert.ok(act)
  await updateAct(tx, scope, act, { ...act, next_look_at: to, at: now })
}

const mail = { address: 'a@example.com', from: null, locale: 'en', now, waits: true } as const

/** Foreign keys would need the whole world; what is tested is that the writer tells. */
const withoutReferences = (work: (tx: Queryable) => Promise<void>) =>
  inTransaction(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await work(tx)
  })

const writers: [what: string, kind: WorkKind, work: (tx: Queryable) => Promise<void>][] = [
  ['an account that is to be read', 'sync', (tx) => wakeConnection(tx, scope, '1', now)],
  ['an account that is read anew', 'sync', (tx) => restartSchedule(tx, scope, '1', now)],
  ['stays of a vendor that are read first', 'sync', (tx) => updateScheduleForStays(tx, ['hostaway'], now)],
  ['nights for a PMS', 'push', (tx) => wakePushConnections(tx, scope, ['1'], now)],
  [
    'a listing that begins to sell',
    'selling',
    (tx) => startSelling(tx, scope, link, { listingId: '1', now }),
  ],
  ['a booking that is to be confirmed', 'receipt', (tx) => storeReceipts(tx, scope, '1', [receipt], now)],
  ['a write that is searched for sooner', 'act', (tx) => moveSearch(tx, after(5))],
  [
    'a reported night that is over',
    'exposure',
    async (tx) => {
      await reportedNight(tx)
      await deletePastNights(tx, scope, '1', { first: '2026-05-01' })
    },
  ],
  ['drift that is mended', 'selling', (tx) => updateMendsDrift(tx, scope, link, { mends: true, now })],
]
for (const [what, kind, work] of writers)
  test(`${what}: its worker is woken`, async () => {
    assert.deepEqual(await heardOf(withoutReferences(work)), [kind])
  })

test('a write that is searched for later wakes nobody, since its worker looks sooner anyway', async () => {
  assert.deepEqual(await heardOf(withoutReferences((tx) => moveSearch(tx, after(90)))), [])
})

test('due times that a clock left far ahead wake the workers of every kind', async () => {
  await withoutReferences(async (tx) => {
    await restartSchedule(tx, scope, '1', new Date(Date.now() + 72 * hourMs))
  })()
  const heard = new Set<WorkKind>()
  const ends = workKinds.map((kind) =>
    listenForWork({ pool: sleeping.pool, log }, kind, () => heard.add(kind)),
  )
  await until('the connection to listen', () => heard.size === workKinds.length)
  heard.clear()
  const pulled = await repairDueTimes({ db: making.kysely, clock: systemClock, log })
  assert.deepEqual(pulled, { 'sync_schedule.wake_at': 1 })
  await until('the notice', () => heard.size === workKinds.length)
  await Promise.all(ends.map((end) => end()))
})

test('a requested link: the mailer is woken', async () => {
  const heard: string[] = []
  const end = listenForWork({ pool: sleeping.pool, log }, 'mail', () => heard.push('mail'))
  await until('the connection to listen', () => heard.length > 0)
  heard.length = 0
  await insertMailRequest(making.kysely, mail)
  await until('the notice', () => heard.length > 0)
  await end()
})
