/** Two pools on one database stand for two processes. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { insertMailRequest } from '../../src/features/tenancy/members/link-queries.ts'
import { startSelling, updateMendsDrift } from '../../src/features/calendar/selling/start-queries.ts'
import { wakePushConnections } from '../../src/features/calendar/selling/push-queries.ts'
import { restartSchedule, updateScheduleForStays } from '../../src/features/sync/state/schedule-queries.ts'
import { createDatabase, type Database } from '../../src/platform/db.ts'
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
import { wakeConnection } from '../../src/upstream/connection-queries.ts'
import { createTestDatabase, type TestDatabase } from '../harness/database.ts'
import { until } from '../harness/until.ts'

const log = createLog({ level: 'silent' })
const hourMs = 3_600_000
const scope = { workspaceId: '1' }

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
  let looks = 0
  const loop = startDueLoop(
    { pool: sleeping.pool, clock: systemClock },
    { kind: 'sync', busyMs: 1, longestMs: hourMs, log, failed: 'failed' },
    {
      look: async () => {
        looks += 1
        const found = waiting.splice(0)
        begun.push(...found)
        return found.length > 0
      },
      nextDue: async () => null,
    },
  )
  // The first look is the start's, the second that of the new connection.
  await until('the worker to listen', () => looks >= 2)
  waiting.push('stays')
  await notifyWork(making.kysely, 'sync')
  await until('the work to begin', () => begun.length > 0)
  await loop.stop()
  assert.deepEqual(begun, ['stays'])
})

/** Which kinds the other process hears of while `work` runs. */
async function heardOf(work: () => Promise<unknown>): Promise<WorkKind[]> {
  const heard: WorkKind[] = []
  const kinds: WorkKind[] = ['mail', 'push', 'selling', 'sync']
  const ends = kinds.map((kind) => listenForWork({ pool: sleeping.pool, log }, kind, () => heard.push(kind)))
  await until('the connection to listen', () => heard.length >= kinds.length)
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
  ['drift that is mended', 'selling', (tx) => updateMendsDrift(tx, scope, link, { mends: true, now })],
]
for (const [what, kind, work] of writers)
  test(`${what}: its worker is woken`, async () => {
    assert.deepEqual(await heardOf(withoutReferences(work)), [kind])
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
