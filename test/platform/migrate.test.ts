import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { createDatabase } from '../../src/platform/db.ts'
import type { Database } from '../../src/platform/db.ts'
import { createLog } from '../../src/platform/log.ts'
import { migrate, migrationState } from '../../src/platform/migrate.ts'
import { runScript } from '../harness/child.ts'
import { createTestDatabase, databaseUrl, execute } from '../harness/database.ts'
import type { TestDatabase } from '../harness/database.ts'
import { testFolder } from '../harness/folder.ts'
import { until } from '../harness/until.ts'

const log = createLog({ level: 'silent' })
let database: TestDatabase
let pool: Database['pool']
let close: () => Promise<void>
let folder: ReturnType<typeof testFolder>

beforeEach(async () => {
  folder = testFolder()
  database = await createTestDatabase({ empty: true })
  ;({ pool, close } = createDatabase(database.url, { log }))
  write('0001_first.sql', 'create table first (id int); insert into first values (1);')
  write('0002_second.sql', 'alter table first add column name text;')
})

afterEach(async () => {
  await close()
  await database.drop()
  folder.remove()
})

const dir = () => path.join(folder.folder)
const write = (name: string, sql: string) => writeFileSync(path.join(dir(), name), sql)
const run = () => migrate(pool, { log, dir: dir() })
const rows = async () => (await pool.query('select * from first')).rows

test('files are applied in order, once', async () => {
  assert.deepEqual(await migrationState(pool, dir()), { open: ['0001_first.sql', '0002_second.sql'] })
  assert.deepEqual(await run(), { applied: ['0001_first.sql', '0002_second.sql'], current: 2 })
  assert.deepEqual(await rows(), [{ id: 1, name: null }])
  assert.deepEqual(await run(), { applied: [], current: 2 })
  write('0003_third.sql', 'insert into first values (2);')
  assert.deepEqual(await run(), { applied: ['0003_third.sql'], current: 3 })
  assert.deepEqual(await migrationState(pool, dir()), { open: [] })
})

test('a migration that fails leaves nothing of itself, and those before it stay', async () => {
  write('0003_third.sql', 'create table third (id int); select no_such_function();')
  await assert.rejects(run(), /Migration 0003_third\.sql failed: .*no_such_function/)
  const { rows: found } = await pool.query(
    `select to_regclass('third') as third, to_regclass('first') as first`,
  )
  assert.deepEqual(found, [{ third: null, first: 'first' }])
  write('0003_third.sql', 'create table third (id int);')
  assert.deepEqual((await run()).applied, ['0003_third.sql'])
})

test('an edited file is refused, other line ends are no edit', async () => {
  await run()
  write('0001_first.sql', 'create table first (id bigint);')
  await assert.rejects(run(), /0001_first\.sql was changed after it was applied/)
  await assert.rejects(migrationState(pool, dir()), /was changed/)
  write('0001_first.sql', 'create table first (id int); insert into first values (1);')
  await run()
  write('0003_lines.sql', 'select 1;\nselect 2;\n')
  await run()
  write('0003_lines.sql', 'select 1;\r\nselect 2;\r\n')
  assert.deepEqual((await run()).applied, [])
})

test('a database from before the first release is refused by name, and keeps what it has', async () => {
  write('0001_core.sql', 'create table first (id int); insert into first values (1);')
  rmSync(path.join(dir(), '0001_first.sql'))
  await run()
  for (const work of [() => migrate(pool, { log }), () => migrationState(pool)]) {
    await assert.rejects(work, /before Lodgewire 0\.1\.0.*empty DATA_DIR or database.*export <workspace>/)
  }
  assert.deepEqual(await rows(), [{ id: 1, name: null }])
})

test('the owner of the database sets it up without being a superuser', async () => {
  const owner = `test_owner_${randomBytes(8).toString('hex')}`
  const name = new URL(database.url).pathname.slice(1)
  await execute(database.url, `create role ${owner} login password 'owner'`)
  try {
    const url = Object.assign(new URL(database.url), { username: owner, password: 'owner' }).href
    const owned = createDatabase(url, { log })
    try {
      await assert.rejects(migrate(owned.pool, { log }), /DATABASE_URL: its user may not make tables .*owner/)
      await execute(database.url, `alter database ${name} owner to ${owner}`)
      await migrate(owned.pool, { log })
      await assert.rejects(owned.pool.query('truncate audit_lines'), /the audit log is only added to/)
      const { rows: found } = await owned.pool.query(`select forget_audit_lines(1, now(), 10) as gone`)
      assert.deepEqual(found, [{ gone: 0 }])
    } finally {
      await owned.close()
    }
  } finally {
    await close()
    await database.drop()
    await execute(databaseUrl(database.url, 'postgres'), `drop role ${owner}`)
  }
})

test('a database newer than the code is refused and not touched', async () => {
  await run()
  rmSync(path.join(dir(), '0002_second.sql'))
  await assert.rejects(run(), /newer than this version.*0002_second\.sql/)
})

test('numbers that come late, twice or misspelt are refused', async () => {
  write('0004_fourth.sql', 'select 1;')
  await run()
  write('0003_third.sql', 'select 1;')
  await assert.rejects(run(), /0003_third\.sql came after number 4/)
  rmSync(path.join(dir(), '0003_third.sql'))
  write('0004_again.sql', 'select 1;')
  await assert.rejects(run(), /Two migrations have the number/)
  rmSync(path.join(dir(), '0004_again.sql'))
  write('5_short.sql', 'select 1;')
  await assert.rejects(run(), /5_short\.sql is not named like/)
})

test('starts at the same time take turns', async () => {
  const results = await Promise.all(Array.from({ length: 5 }, run))
  assert.deepEqual(results.map(({ applied }) => applied.length).sort(), [0, 0, 0, 0, 2])
  assert.deepEqual(await rows(), [{ id: 1, name: null }])
})

test('a process killed in the middle of a migration leaves one that can be done', async () => {
  write('0003_slow.sql', 'create table slow (id int); select pg_sleep(600);')
  const child = runScript('test/platform/fixtures/migrate.ts', [database.url, dir()])
  const sleeping = `select pid from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`
  const pid = await until('the migration to run', async () => (await pool.query(sleeping)).rows[0]?.pid)
  child.process.kill('SIGKILL')
  await child.ended
  // Its server process notices at the end of the statement; ending that is what a restart of the database does.
  await pool.query('select pg_terminate_backend($1)', [pid])
  write('0003_slow.sql', 'create table slow (id int);')
  assert.deepEqual((await run()).applied, ['0003_slow.sql'])
})
