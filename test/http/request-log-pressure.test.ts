/** The log of requests when the database is slow, away or gone: no request waits for it, and what is lost is known. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import type pg from 'pg'
import { createRequestRecorder } from '../../src/features/observability/requests/recorder.ts'
import { maxQueuedRequests } from '../../src/features/observability/requests/recorder.ts'
import type { FinishedRequest } from '../../src/http/request-log.ts'
import { DatabaseUnavailable } from '../../src/platform/database-outage.ts'
import { createDatabase } from '../../src/platform/db.ts'
import { createLog } from '../../src/platform/log.ts'
import { timeUuid } from '../../src/platform/time-uuid.ts'
import { Trace } from '../../src/platform/trace.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { createTestDatabase } from '../harness/database.ts'
import { testFolder } from '../harness/folder.ts'
import { api, startServerProcess } from '../harness/server-process.ts'
import { until } from '../harness/until.ts'

const requestOf = (workspaceId: string, number: number, startedAt: Date) =>
  ({
    id: timeUuid(startedAt),
    requestId: `r${number}`,
    startedAt,
    principal: { keyId: '1', workspaceId },
    workspaceId,
    method: 'GET',
    operationId: 'listListings',
    route: '/v1/listings',
    path: '/v1/listings',
    status: 200,
    ms: 1,
    requestBytes: null,
    responseBytes: null,
    ipAddress: '127.0.0.1',
    userAgent: null,
    errorCode: null,
    trace: new Trace(),
  }) as unknown as FinishedRequest

const waitingCopy = sql`from pg_stat_activity
  where wait_event_type = 'Lock' and query like 'copy request_log %' and datname = current_database()`

/** The pool, whose connections are had another way. */
const poolWith = (pool: pg.Pool, connect: () => Promise<pg.PoolClient>): pg.Pool =>
  Object.assign(Object.create(pool) as pg.Pool, { connect })

describe('the log of requests under pressure', () => {
  let t: TestApp
  before(async () => {
    t = await startTestApp()
  })
  after(() => t?.close())

  const numbersOf = async (workspaceId: string) => {
    const { rows } = await sql<{ number: number }>`
      select substring(request_id from 2)::int as number from request_log
      where workspace_id = ${workspaceId} order by number`.execute(t.db)
    return rows.map(({ number }) => number)
  }

  it('keeps no request waiting while its table is locked, and has them all afterwards', async () => {
    const of = await t.addWorkspace()
    const call = { key: of.liveKey }
    const flushes: Promise<void>[] = []
    await t.db.transaction().execute(async (tx) => {
      await sql`lock table request_log in access exclusive mode`.execute(tx)
      for (let sent = 0; sent < 200; sent += 1) {
        assert.equal((await t.get('/v1/listings?limit=1', call)).status, 200)
        if (sent % 50 === 0) flushes.push(t.logRequests())
      }
    })
    await Promise.all([...flushes, t.logRequests()])
    const { rows } = await sql<{ n: string }>`
      select count(*) as n from request_log where workspace_id = ${of.id}`.execute(t.db)
    assert.equal(rows[0]?.n, '200')
  })

  it('loses no line whose day gets its table while it is written', async () => {
    const of = await t.addWorkspace()
    const startedAt = new Date('2031-03-05T10:00:00Z')
    const recorder = createRequestRecorder(t.services)
    recorder.seen(requestOf(of.id, 1, startedAt))
    let flushed: Promise<void> = Promise.resolve()
    await t.db.transaction().execute(async (tx) => {
      await sql`lock table request_log_rest in access exclusive mode`.execute(tx)
      flushed = recorder.flush()
      flushed.catch(() => {})
      await until('the line to wait for the table', async () => {
        const { rows } = await sql`select ${waitingCopy}`.execute(t.db)
        return rows.length > 0
      })
      await sql`create table request_log_d20310305 (like request_log including all)`.execute(tx)
      await sql`
        alter table request_log attach partition request_log_d20310305
        for values from ('2031-03-05T00:00:00Z') to ('2031-03-06T00:00:00Z')`.execute(tx)
    })
    await flushed
    const { rows } = await sql<{ place: string }>`
      select tableoid::regclass::text as place from request_log where workspace_id = ${of.id}`.execute(t.db)
    assert.deepEqual(rows, [{ place: 'request_log_d20310305' }])
    assert.equal(recorder.dropped, 0)
  })

  it('has the lines once whose answer was lost after they were stored', async () => {
    const of = await t.addWorkspace()
    const { pool } = t.services
    let isLost = true
    const losing = poolWith(pool, async () => {
      const client = await pool.connect()
      if (!isLost) return client
      const release = client.release.bind(client)
      client.release = () => {
        client.release = release
        client.release()
        throw new DatabaseUnavailable('the answer is lost')
      }
      return client
    })
    const recorder = createRequestRecorder({ pool: losing, log: t.services.log })
    const startedAt = t.clock.now()
    for (let number = 0; number < 3; number += 1) recorder.seen(requestOf(of.id, number, startedAt))
    await assert.rejects(recorder.flush(), /the answer is lost/)
    assert.deepEqual(await numbersOf(of.id), [0, 1, 2])
    isLost = false
    recorder.seen(requestOf(of.id, 3, startedAt))
    await recorder.flush()
    assert.deepEqual(await numbersOf(of.id), [0, 1, 2, 3])
    const { rows: counted } = await sql<{ n: string }>`
      select n from request_counts where workspace_id = ${of.id} and unit = 'day'`.execute(t.db)
    assert.deepEqual([counted, recorder.dropped], [[{ n: '4' }], 0])
  })

  it('has the lines whose connection broke before they were stored', async () => {
    const of = await t.addWorkspace()
    const recorder = createRequestRecorder(t.services)
    recorder.seen(requestOf(of.id, 0, t.clock.now()))
    let flushed: Promise<void> = Promise.resolve()
    await t.db.transaction().execute(async (tx) => {
      await sql`lock table request_log in access exclusive mode`.execute(tx)
      flushed = recorder.flush()
      flushed.catch(() => {})
      await until('the lines to wait for the table, and their connection to end', async () => {
        const { rows } = await sql`select pg_terminate_backend(pid) ${waitingCopy}`.execute(t.db)
        return rows.length > 0
      })
      await assert.rejects(flushed)
    })
    assert.deepEqual(await numbersOf(of.id), [])
    recorder.seen(requestOf(of.id, 1, t.clock.now()))
    await recorder.flush()
    assert.deepEqual([await numbersOf(of.id), recorder.dropped], [[0, 1], 0])
  })

  it('drops the newest of more than it keeps, counts them, and tells it once', async () => {
    const of = await t.addWorkspace()
    const told: Record<string, unknown>[] = []
    const destination = { write: (line: string) => void told.push(JSON.parse(line) as never) }
    const log = createLog({ level: 'warn', destination })
    let isAway = true
    const pool = poolWith(t.services.pool, async () => {
      if (isAway) throw new DatabaseUnavailable('away')
      return t.services.pool.connect()
    })
    const recorder = createRequestRecorder({ pool, log })
    const startedAt = t.clock.now()
    const extra = 500
    for (let number = 0; number < maxQueuedRequests + extra; number += 1)
      recorder.seen(requestOf(of.id, number, startedAt))
    assert.equal(recorder.dropped, extra)
    await assert.rejects(recorder.flush(), /away/)
    // What was taken in hand went back, and nothing of it was lost.
    assert.equal(recorder.dropped, extra)
    isAway = false
    await recorder.flush()
    await recorder.flush()
    const { rows } = await sql<{ n: string; newest: string }>`
      select count(*) as n, max(substring(request_id from 2)::int) as newest from request_log
      where workspace_id = ${of.id}`.execute(t.db)
    assert.deepEqual(
      [Number(rows[0]?.n), Number(rows[0]?.newest)],
      [maxQueuedRequests, maxQueuedRequests - 1],
    )
    assert.deepEqual(
      told.filter(({ sinceStart }) => sinceStart !== undefined).map(({ rows: lost }) => lost),
      [extra],
    )
  })
})

describe('a process that is killed', () => {
  it('loses the lines it had not written down, the newest alone', async () => {
    const database = await createTestDatabase()
    const { folder, remove } = testFolder()
    const { kysely: db, close } = createDatabase(database.url, {
      log: createLog({ level: 'silent' }),
      max: 2,
    })
    const server = await startServerProcess(folder, {
      DATABASE_URL: database.url,
      BURST_LIMIT: '1000000',
    })
    const written = async () => {
      const { rows } = await sql<{ request_id: string }>`
        select request_id from request_log where request_id like 'kill.%'`.execute(db)
      return rows.map(({ request_id: id }) => Number(id.slice(5))).toSorted((a, b) => a - b)
    }
    try {
      const answered: number[] = []
      const ask = async () => {
        const headers = { 'x-request-id': `kill.${answered.length}` }
        const { status } = await api(server, server.keys.liveKey, 'GET', '/v1/usage/tier', undefined, headers)
        assert.equal(status, 200)
        answered.push(performance.now())
      }
      // Until two batches are there, so that it is killed in the middle of its work.
      let seen = 0
      for (let batches = 0; batches < 2;) {
        for (let asked = 0; asked < 20; asked += 1) await ask()
        const { length } = await written()
        if (length > seen) batches += 1
        seen = length
      }
      for (let asked = 0; asked < 5; asked += 1) await ask()
      const killedAt = performance.now()
      await server.kill()
      const kept = await written()
      assert.ok(kept.length >= seen)
      assert.deepEqual(
        kept,
        kept.map((_, at) => at),
        'there are holes',
      )
      // Batches are a second apart; the rest is for a machine that is busy.
      const lost = answered.slice(kept.length).filter((at) => killedAt - at > 10_000)
      assert.deepEqual(lost, [])
    } finally {
      if (server.child.exitCode === null && server.child.signalCode === null) await server.kill()
      await close()
      await database.drop()
      remove()
    }
  })
})
