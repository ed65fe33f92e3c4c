/** Call limits and locks, as several processes share them. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createPgBudget } from '../../src/upstream/budget.ts'
import { storedSession } from '../../src/upstream/session.ts'
import { createDatabase, type Database } from '../../src/platform/db.ts'
import { createLocks } from '../../src/platform/locks.ts'
import { createLog } from '../../src/platform/log.ts'
import { windowMarginMs } from '../../src/connector-kit/ratelimit.ts'
import { VendorError } from '../../src/connector-kit/vendor-error.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { createTestDatabase, type TestDatabase } from '../harness/database.ts'

const log = createLog({ level: 'silent' })
let file: TestDatabase
let database: Database
before(async () => {
  file = await createTestDatabase()
  database = createDatabase(file.url, { log, max: 8 })
})
after(async () => {
  await database.close()
  await file.drop()
})

const budget = (waits?: number[]) =>
  createPgBudget({
    db: database.kysely,
    now: () => performance.now(),
    sleep: async (ms) => {
      waits?.push(ms)
      await pause(ms)
    },
  })

/** Tells for how long it would wait, and does not: so a stalled machine cannot outlast what it waits for. */
async function waitOf(
  identity: string,
  limits: Parameters<ReturnType<typeof budget>['take']>[1],
): Promise<number> {
  let would = 0
  const impatient = createPgBudget({
    db: database.kysely,
    now: () => performance.now(),
    sleep: async (ms) => {
      would = ms
      throw new Error('would wait')
    },
  })
  await impatient.take(identity, limits, 'guest').catch((error: Error) => {
    if (error.message !== 'would wait') throw error
  })
  return would
}

/** No window of the given length may hold more calls than allowed. */
function most(times: readonly number[], windowMs: number): number {
  return Math.max(
    ...times.map((start) => times.filter((time) => time >= start && time < start + windowMs).length),
  )
}

test('several processes together keep every limit', async () => {
  const limits = [
    { per: 'account' as const, calls: 6, windowSeconds: 0.5 },
    { per: 'address' as const, calls: 9, windowSeconds: 1 },
  ]
  const times: number[] = []
  const process = async (account: string) => {
    const own = budget()
    for (let i = 0; i < 7; i++) {
      await own.take(`shared:${account}`, limits, 'guest')
      times.push(performance.now())
    }
  }
  await Promise.all([process('1'), process('1'), process('2')])
  assert.equal(times.length, 21)
  assert.ok(most(times, 1000) <= 9, `${most(times, 1000)} calls within a second`)
})

test('lower lanes leave room for higher ones', async () => {
  const limits = [{ per: 'account' as const, calls: 10, windowSeconds: 60 }]
  const waits: number[] = []
  const own = budget()
  for (let i = 0; i < 6; i++) await own.take('lanes:1', limits, 'history')
  const patient = createPgBudget({
    db: database.kysely,
    now: () => performance.now(),
    sleep: async (ms) => {
      waits.push(ms)
      throw new Error('would wait')
    },
  })
  await assert.rejects(patient.take('lanes:1', limits, 'history'), /would wait/)
  assert.ok((waits[0] ?? 0) > 50_000)
  await own.take('lanes:1', limits, 'guest')
})

test('a block holds every process of that account, and no other account', async () => {
  const limits = [{ per: 'account' as const, calls: 100, windowSeconds: 1 }]
  await budget().take('block:1', limits, 'guest')
  await budget().block('block:1', limits, 200_000)
  const wait = await waitOf('block:1', limits)
  assert.ok(wait > 0 && wait <= 200_100, `${wait} ms`)
  const none: number[] = []
  await budget(none).take('block:2', limits, 'guest')
  assert.deepEqual(none, [])
})

test('where calls are counted by address a block holds the other accounts behind it', async () => {
  const limits = [{ per: 'address' as const, calls: 100, windowSeconds: 1 }]
  await budget().block('shared:1', limits, 200_000)
  const wait = await waitOf('shared:2', limits)
  assert.ok(wait > 0 && wait <= 200_100, `${wait} ms`)
})

test('nobody waits for a long block: it is refused with the time to come back', async () => {
  const limits = [{ per: 'account' as const, calls: 100, windowSeconds: 1 }]
  await budget().block('long:1', limits, 3_600_000)
  await assert.rejects(
    budget().take('long:1', limits, 'guest'),
    (error) => error instanceof VendorError && (error.retryAfterMs ?? 0) > 3_000_000,
  )
})

test('generous limits are taken in handfuls', async () => {
  const limits = [{ per: 'account' as const, calls: 1000, windowSeconds: 60 }]
  let questions = 0
  const counted = database.kysely.withPlugin({
    transformQuery: ({ node }) => {
      questions += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const own = createPgBudget({ db: counted, now: () => performance.now(), sleep: (ms) => pause(ms) })
  for (let i = 0; i < 100; i++) await own.take('many:1', limits, 'guest')
  assert.ok(questions <= 10, `${questions} questions for 100 calls`)
  assert.ok(windowMarginMs > 0)
})

test('a short window is used to its end', async () => {
  const limits = [{ per: 'account' as const, calls: 5, windowSeconds: 0.5 }]
  const holds: number[] = []
  const counted = database.kysely.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      const { wait } = (result.rows[0] ?? {}) as { wait?: number }
      if (wait) holds.push(wait)
      return result
    },
  })
  const own = createPgBudget({
    db: counted,
    now: () => performance.now(),
    sleep: async () => Promise.reject(new Error('would wait')),
  })
  for (let i = 0; i < 5; i++) await own.take('short:1', limits, 'guest')
  await assert.rejects(own.take('short:1', limits, 'guest'), /would wait/)
  // No longer than the window and its margin: what was taken ahead does not count for a second more.
  assert.ok((holds[0] ?? Infinity) <= 500 + windowMarginMs, `waits ${holds[0]} ms`)
})

test('a lock is given once, and given back when its holder closes', async (t) => {
  const { pool } = database
  const one = createLocks({ pool, log })
  const other = createLocks({ pool, log })
  t.after(() => Promise.all([one.close(), other.close()]))
  assert.equal(await one.tryLock('a'), true)
  assert.equal(await one.tryLock('a'), false)
  assert.equal(await other.tryLock('a'), false)
  assert.equal(await other.tryLock('b'), true)
  await one.unlock('a')
  assert.equal(await other.tryLock('a'), true)
  await other.close()
  assert.equal(await one.tryLock('a'), true)
  assert.equal(await one.tryLock('b'), true)
})

test('a broken connection is told and replaced', async (t) => {
  let lost = 0
  const locks = createLocks({ pool: database.pool, log, onLost: () => void (lost += 1) })
  t.after(() => locks.close())
  assert.equal(await locks.tryLock('c'), true)
  await database.pool.query(
    // The locks of other databases belong to tests that run at the same time.
    `select pg_terminate_backend(pid) from pg_locks
     where locktype = 'advisory' and pid <> pg_backend_pid()
       and database = (select oid from pg_database where datname = current_database())`,
  )
  for (let i = 0; lost === 0 && i < 500; i++) await pause(10)
  assert.equal(lost, 1)
  assert.equal(await locks.tryLock('c'), true)
})

test('one access token for all, renewed by one at a time, stored unreadable', async () => {
  const app: TestApp = await startTestApp()
  try {
    const { services, scope } = app
    await services.pool.query(
      `insert into connections (workspace_id, id, provider, external_account_id, write_policy, status, credentials)
       values ($1, 1, 'acme', '1', '{}', 'active', 'x')`,
      [scope.workspaceId],
    )
    const sessions = [1, 2].map(() => storedSession({ ...services, scope, connectionId: '1' }))
    let minted = 0
    let inside = 0
    await Promise.all(
      sessions.map((session) =>
        session.lock(async () => {
          assert.equal((inside += 1), 1)
          if ((await session.load()) === null) await session.save(`token-${(minted += 1)}`)
          inside -= 1
        }),
      ),
    )
    assert.equal(minted, 1)
    assert.equal(await sessions[1]?.load(), 'token-1')
    const { rows } = await services.pool.query<{ session: Buffer }>('select session from connections')
    assert.doesNotMatch(String(rows[0]?.session.toString('latin1')), /token-1/)
  } finally {
    await app.close()
  }
})
