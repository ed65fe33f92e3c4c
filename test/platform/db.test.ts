import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { arrayText } from '../../src/platform/array-text.ts'
import { assertDatabase, loadConfig } from '../../src/platform/config.ts'
import { isDatabaseUnavailable } from '../../src/platform/database-outage.ts'
import { checkServer } from '../../src/platform/database-server.ts'
import { createDatabase } from '../../src/platform/db.ts'
import type { Database } from '../../src/platform/db.ts'
import { createLog } from '../../src/platform/log.ts'
import { createTestDatabase, databaseUrl, execute } from '../harness/database.ts'
import type { TestDatabase } from '../harness/database.ts'
import { testFolder } from '../harness/folder.ts'
import { freePort } from '../harness/free-port.ts'
import { until } from '../harness/until.ts'

const lines: string[] = []
const log = createLog({ level: 'warn', destination: { write: (line) => void lines.push(line) } })
let scratch: TestDatabase
let database: Database<{ words: { word: string } }>

before(async () => {
  scratch = await createTestDatabase()
  database = createDatabase(scratch.url, { log, max: 3 })
  await database.pool.query('create table words (word text)')
})

after(async () => {
  await database.close()
  await scratch.drop()
})

test('arrays that are put together as texts are read as their values', async () => {
  const id = '019ac000-0000-7000-8000-000000000001'
  const at = new Date('2026-03-29T01:30:00.125Z')
  const lists = [
    [1, -20, null],
    ['9007199254740993', null],
    [true, false],
    [id],
    [at.toISOString(), null],
    ['pending'],
    [],
  ]
  const { rows } = await database.pool.query(
    'select $1::int[] a, $2::bigint[] b, $3::boolean[] c, $4::uuid[] d, $5::timestamptz[] e, $6::text[] f, $7::text[] g',
    lists.map((list) => arrayText(list)),
  )
  assert.deepEqual(rows, [
    {
      a: [1, -20, null],
      b: ['9007199254740993', null],
      c: [true, false],
      d: [id],
      e: [at, null],
      f: ['pending'],
      g: [],
    },
  ])
})

test('columns arrive exact: no float, no local midnight', async () => {
  const { rows } = await database.pool.query(`
    select 9007199254740993::bigint as big, 0.1::numeric(12,2) as amount, date '2026-03-29' as day,
           timestamptz '2026-03-29 01:30:00.125+00' as moment, '{"a":[1]}'::jsonb as json,
           array[1.10]::numeric[] as amounts, array[date '2026-03-29'] as days, array[9007199254740993]::bigint[] as bigs,
           null::date as nothing, 5 as small`)
  assert.deepEqual(rows, [
    {
      big: '9007199254740993',
      amount: '0.10',
      day: '2026-03-29',
      moment: new Date('2026-03-29T01:30:00.125Z'),
      json: { a: [1] },
      amounts: ['1.10'],
      days: ['2026-03-29'],
      bigs: ['9007199254740993'],
      nothing: null,
      small: 5,
    },
  ])
})

test('other users of the driver keep their own types', async () => {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: scratch.url })
  await client.connect()
  const { rows } = await client.query(`select date '2026-03-29' as day`)
  await client.end()
  assert.ok(rows[0].day instanceof Date)
})

test('a transaction is all or nothing', async () => {
  const { kysely } = database
  await assert.rejects(
    database.transaction(async (trx) => {
      await trx.insertInto('words').values({ word: 'lost' }).execute()
      throw new Error('stop')
    }),
    /stop/,
  )
  const answer = await database.transaction(async (trx) => {
    await trx.insertInto('words').values({ word: 'kept' }).execute()
    return 'done'
  })
  assert.equal(answer, 'done')
  assert.deepEqual(await kysely.selectFrom('words').select('word').execute(), [{ word: 'kept' }])
})

test('a connection that breaks while idle is logged and replaced', async () => {
  await database.pool.query('select 1')
  const idle = `select pg_terminate_backend(pid) from pg_stat_activity
                where application_name = 'lodgewire' and datname = current_database() and pid <> pg_backend_pid()`
  await execute(scratch.url, idle)
  await until('the log line', () => lines.some((line) => line.includes('connection was lost')))
  const { rows } = await sql<{ one: number }>`select 1 as one`.execute(database.kysely)
  assert.deepEqual(rows, [{ one: 1 }])
})

test('a server that can be used is told by its version', async () => {
  const { version } = await checkServer({ url: scratch.url, sessionsUrl: undefined })
  assert.ok(version >= 15)
})

test('a server that cannot be used gives one line without the password', async () => {
  const closed = await freePort()
  const wrongPassword = new URL(scratch.url)
  wrongPassword.password = 'hunter2'
  const wrongDatabase = new URL(scratch.url)
  wrongDatabase.pathname = '/no_such_database'
  const cases: [string, RegExp][] = [
    [`postgres://me:hunter2@127.0.0.1:${closed}/db`, /ECONNREFUSED/],
    [`postgres://me:hunter2@localhost:${closed}/db`, /ECONNREFUSED/],
    [wrongPassword.href, /password authentication failed/],
    [wrongDatabase.href, /"no_such_database" does not exist/],
  ]
  for (const [url, message] of cases) {
    await assert.rejects(checkServer({ url, sessionsUrl: undefined }), (error: Error) => {
      assert.match(error.message, message)
      assert.match(error.message, /^DATABASE_URL: the server at postgres:/)
      assert.doesNotMatch(error.message, /hunter2|\n/)
      return !error.message.includes(new URL(scratch.url).password)
    })
  }
})

test('a database that does not keep texts in UTF-8 is refused', async () => {
  const name = `test_ascii_${randomBytes(8).toString('hex')}`
  const url = databaseUrl(scratch.url, name)
  await execute(
    scratch.url,
    `create database ${name} encoding 'SQL_ASCII' locale_provider libc locale 'C' template template0`,
  )
  try {
    await assert.rejects(
      checkServer({ url, sessionsUrl: undefined }),
      /DATABASE_URL: .*its encoding is SQL_ASCII, needed is UTF8/,
    )
  } finally {
    await execute(scratch.url, `drop database ${name}`)
  }
})

test('a file of the address that is gone fails whoever waits for a connection, and nothing else', async () => {
  const { folder, remove } = testFolder()
  const file = path.join(folder, 'authority.pem')
  writeFileSync(file, '')
  const url = `postgres://me@127.0.0.1:${await freePort()}/db?sslmode=verify-full&sslrootcert=${file}`
  const other = createDatabase(url, { log: createLog({ level: 'silent' }), max: 1 })
  // One connects, the others are given a connection when that has failed: from where nobody catches.
  const asked = Promise.allSettled([1, 2, 3].map(() => other.pool.query('select 1')))
  remove()
  const reasons = (await asked).map((one) => (one.status === 'rejected' ? (one.reason as unknown) : null))
  await other.close()
  const later = createDatabase(url, { log: createLog({ level: 'silent' }), max: 1 })
  reasons.push(await later.pool.query('select 1').catch((error: unknown) => error))
  await later.close()
  const codes = reasons.map((reason) => (reason as { code?: string } | null)?.code)
  assert.deepEqual([codes.at(0), codes.at(-1)], ['ECONNREFUSED', 'ENOENT'])
  assert.ok(reasons.every((reason) => isDatabaseUnavailable(reason)))
})

test('closing twice is closing once', async () => {
  const other = createDatabase(scratch.url, { log })
  await other.pool.query('select 1')
  await Promise.all([other.close(), other.close()])
  await other.close()
})

test('a connection that breaks between two statements of a transaction fails that transaction and nothing else', async () => {
  const broken = database.transaction(async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
    await database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    // The news of it arrives while nobody waits for an answer.
    await until('the end of the session', async () => {
      const { rowCount } = await database.pool.query('select from pg_stat_activity where pid = $1', [
        rows[0]?.pid,
      ])
      return rowCount === 0
    })
    await new Promise((resolve) => setImmediate(resolve))
    await sql`select 1`.execute(trx)
  })
  await assert.rejects(broken)
  const { rows } = await database.pool.query('select 1 as one')
  assert.deepEqual(rows, [{ one: 1 }])
})

test('a way past the pooler needs a pooler, and has to lead to the same database', async () => {
  assert.throws(
    () => assertDatabase(loadConfig({ DATABASE_DIRECT_URL: scratch.url }, null)),
    /DATABASE_DIRECT_URL: .*DATABASE_URL, which is not set/,
  )
  const other = await createTestDatabase()
  await assert.rejects(
    checkServer({ url: scratch.url, sessionsUrl: other.url }),
    /DATABASE_DIRECT_URL: .* another database than the one of DATABASE_URL/,
  )
  await other.drop()
})
