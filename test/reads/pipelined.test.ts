/** Reads of many callers over few connections: in order, each with its own answer, and lost to nobody when the connection is. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { createHttpServer } from '../../src/features/http-server.ts'
import type { Database } from '../../src/platform/db.ts'
import { createDatabase } from '../../src/platform/db.ts'
import { createLog } from '../../src/platform/log.ts'
import {
  createPipelinedReads,
  type PipelinedReads,
  type PipelinedReader,
} from '../../src/platform/pipelined-reads/public.ts'
import { prepared } from '../../src/platform/prepared-statements.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { createTestDatabase } from '../harness/database.ts'
import { until } from '../harness/until.ts'

let place: Awaited<ReturnType<typeof createTestDatabase>>
let database: Database
let reads: PipelinedReads<string>
let app: TestApp

before(async () => {
  place = await createTestDatabase()
  database = createDatabase(place.url, { log: createLog({ level: 'silent' }), max: 4 })
  const { pool } = database
  await pool.query('create table counter (n bigint not null); insert into counter values (0)')
  reads = createPipelinedReads(place.url, {
    pool,
    gathered: (keys) => ({
      statement: {
        name: 'gathered',
        text: `select key, (select n from counter) as n from unnest($1::text[]) key where key <> 'none'`,
        values: [keys],
      },
      found: (row) => [(row as { key: string }).key, (row as { n: string }).n],
    }),
  })
  app = await startTestApp()
})
after(async () => {
  await app.close()
  await reads.close()
  await database.close()
  await place.drop()
})

const reader = async (): Promise<PipelinedReader<string>> => {
  let found: PipelinedReader<string> | null = null
  await until('a connection is open', () => (found = reads.reader()) !== null)
  return found as unknown as PipelinedReader<string>
}

const echoed = async (by: PipelinedReader<string>, value: number) => {
  const { rows } = await sql<{ value: number }>`select ${value}::int as value ${prepared}`.execute(by.db)
  return rows[0]?.value
}

it('gives everyone the answer to what they asked', async () => {
  const all = Array.from({ length: 500 }, async (_, value) => echoed(await reader(), value))
  assert.deepEqual(
    await Promise.all(all),
    Array.from({ length: 500 }, (_, value) => value),
  )
})

it('fails what is wrong, and nothing that left with it', async () => {
  const by = await reader()
  const [wrong, right, found] = await Promise.allSettled([
    sql`select 1 / (${0}::int) ${prepared}`.execute(by.db),
    echoed(by, 7),
    by.gather('a'),
  ])
  assert.match(String((wrong as PromiseRejectedResult).reason), /division by zero/)
  assert.deepEqual(
    [right, found].map(({ status }) => status),
    ['fulfilled', 'fulfilled'],
  )
})

it('reads columns of every kind the same each time, as the pool does', async () => {
  const by = await reader()
  const kinds = sql`
    select 1 as n, 9007199254740993::bigint as big, 1.10::numeric as exact, true as yes, null::text as nothing, 'ä' as text,
           date '2026-02-28' as day, timestamptz '2026-02-28 12:00:00.123+00' as moment, '{"a": [1]}'::jsonb as json,
           array['a', null, 'b,c'] as texts, array[1, 2]::bigint[] as ids
    from generate_series(1, 2) ${prepared}`
  const { rows: wanted } = await kinds.execute(database.kysely)
  assert.equal(wanted.length, 2)
  for (let time = 0; time < 3; time += 1) assert.deepEqual((await kinds.execute(by.db)).rows, wanted)
})

it('shows no columns of before a table was changed', async () => {
  const by = await reader()
  const { pool } = database
  await pool.query('create table changing (a text, b text); insert into changing values (1, 2)')
  const all = sql`select * from changing ${prepared}`
  assert.deepEqual((await all.execute(by.db)).rows, [{ a: '1', b: '2' }])
  assert.deepEqual((await all.execute(by.db)).rows, [{ a: '1', b: '2' }])
  await pool.query('alter table changing drop column a, add column c text')
  await assert.rejects(all.execute(by.db), /cached plan must not change result type/)
  assert.equal(await echoed(by, 5), 5)
})

it('looks up for all who ask together, and finds nothing where nothing is', async () => {
  const by = await reader()
  const found = await Promise.all([by.gather('a'), by.gather('none'), by.gather('a')])
  assert.deepEqual(found, ['0', undefined, '0'])
})

it('reads nothing older than what was gathered before, prepared or not', async () => {
  const { pool } = database
  let isOver = false
  const counting = (async () => {
    while (!isOver) await pool.query('update counter set n = n + 1')
  })()
  const count = async (by: PipelinedReader<string>, end = sql``) =>
    (await sql<{ n: string }>`select n from counter ${end}`.execute(by.db)).rows[0]?.n
  try {
    for (let round = 0; round < 100; round += 1) {
      const by = await reader()
      const [before, ...read] = await Promise.all([by.gather('a'), count(by, prepared), count(by)])
      for (const n of read) assert.ok(Number(n) >= Number(before), `${n} after ${before}`)
    }
  } finally {
    isOver = true
    await counting
  }
})

it('says at once when the connection is lost, and opens another', async () => {
  const by = await reader()
  const asked = [
    by.gather('a'),
    ...Array.from({ length: 5 }, () => sql`select pg_sleep(3) ${prepared}`.execute(by.db)),
  ]
  const settled = Promise.allSettled(asked)
  await until('a connection was ended', async () => {
    const sleeping = sql<{ pid: number }>`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'select pg_sleep%' and pid <> pg_backend_pid()`
    return (await sleeping.execute(database.kysely)).rows.length > 0
  })
  const slept = (await settled).slice(1)
  assert.deepEqual(new Set(slept.map(({ status }) => status)), new Set(['rejected']))
  assert.equal(await echoed(await reader(), 3), 3)
})

it('waits for no connection that nothing comes back on', async () => {
  const hasty = createPipelinedReads(place.url, {
    pool: database.pool,
    patienceMs: 200,
    gathered: () => ({ statement: { name: 'none', text: 'select 1', values: [] }, found: () => ['a', 'a'] }),
  })
  try {
    let by: PipelinedReader<string> | null = null
    await until('a connection is open', () => (by = hasty.reader()) !== null)
    const { db } = by as unknown as PipelinedReader<string>
    await assert.rejects(sql`select pg_sleep(2) ${prepared}`.execute(db), /no answer for 0.2 s/)
  } finally {
    await hasty.close()
  }
})

it('answers a caller by the pool when its connection is lost', async () => {
  const { db } = app
  const shared = sql`from pg_stat_activity where datname = current_database() and application_name = 'lodgewire reads'`
  await until('reads share a connection', async () => {
    assert.equal((await app.get('/v1/reservations')).status, 200)
    return (await sql`select ${shared}`.execute(db)).rows.length > 0
  })
  const asked = await db.transaction().execute(async (tx) => {
    await sql`lock table workspace_heads in access exclusive mode`.execute(tx)
    const answers = Promise.all(Array.from({ length: 5 }, () => app.get('/v1/reservations?limit=7')))
    await until('it is waited for on a shared connection', async () => {
      const { rows } = await sql`select ${shared} and wait_event_type = 'Lock'`.execute(tx)
      return rows.length > 0
    })
    await sql`select pg_terminate_backend(pid) ${shared}`.execute(tx)
    // Not awaited within: they wait for this transaction.
    return { answers }
  })
  const answers = await asked.answers
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200, 200],
  )
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
})

it('answers a caller by the pool when no connection can be made', async () => {
  const reader = () => {
    throw new Error('a file that the address names is gone')
  }
  const { app: server } = await createHttpServer(app.services, {
    strictReplies: true,
    reads: { reader, close: async () => {} },
  })
  try {
    const headers = { authorization: `Bearer ${app.liveKey}` }
    const answer = await server.inject({ method: 'GET', url: '/v1/reservations', headers })
    assert.equal(answer.statusCode, 200, answer.body)
  } finally {
    await server.close()
  }
})
