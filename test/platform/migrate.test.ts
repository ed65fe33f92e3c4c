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
import { skipWithMovedClock } from '../harness/moved-clock.ts'
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

test('a version works on the schema of the next one, and refuses one that took away what it uses', async () => {
  write('0003_third.sql', 'alter table first add column more text;')
  await run()
  rmSync(path.join(dir(), '0003_third.sql'))
  assert.deepEqual(await run(), { applied: [], current: 2 })
  assert.deepEqual(await migrationState(pool, dir()), { open: [] })

  write('0003_third.sql', 'alter table first add column more text;')
  write('0004_fourth.sql', '-- needs version 99.0.0\nalter table first drop column name;')
  await run()
  rmSync(path.join(dir(), '0003_third.sql'))
  rmSync(path.join(dir(), '0004_fourth.sql'))
  await assert.rejects(run(), /newer than this version.*0004_fourth\.sql needs version 99\.0\.0 or newer/)
  await assert.rejects(migrationState(pool, dir()), /needs version 99\.0\.0/)
})

test('a database that 0.1.0 migrated lacks a column, and gets it with the next migration', async () => {
  await run()
  await pool.query('alter table lodgewire_migrations drop column oldest_version')
  assert.deepEqual(await migrationState(pool, dir()), { open: [] })
  assert.deepEqual((await run()).applied, [])
  write('0003_third.sql', '-- needs version 0.1.0\ninsert into first values (2);')
  await run()
  const { rows: versions } = await pool.query(
    'select oldest_version from lodgewire_migrations order by number',
  )
  assert.deepEqual(
    versions.map(({ oldest_version: version }) => version),
    [null, null, '0.1.0'],
  )
})

const skip = skipWithMovedClock
test('a migration never makes others wait long behind it for a busy table', { skip }, async () => {
  await run()
  write('0003_third.sql', 'alter table first add column more text;')
  const busy = await pool.connect()
  await busy.query('begin; select * from first')
  const waits: number[] = []
  let isDone = false
  const migrating = run().finally(() => (isDone = true))
  const until700 = performance.now() + 700
  while (performance.now() < until700) {
    const began = performance.now()
    await pool.query('select * from first')
    waits.push(performance.now() - began)
  }
  assert.equal(isDone, false)
  await busy.query('commit')
  busy.release()
  assert.deepEqual((await migrating).applied, ['0003_third.sql'])
  // Its wait for the lock ends by itself after 200 ms; the rest is a busy machine.
  assert.ok(Math.max(...waits) < 600, `${Math.max(...waits)} ms`)
})

test('an index is built while others write, and anew where it was cut off', async () => {
  await run()
  write(
    '0003_index.sql',
    '-- People are found by it.\ncreate unique index concurrently first_id on first (id);',
  )
  await pool.query('insert into first values (1)')
  await assert.rejects(run(), /0003_index\.sql failed: could not create unique index/)
  assert.deepEqual(await migrationState(pool, dir()), { open: ['0003_index.sql'] })
  await pool.query('delete from first where ctid not in (select min(ctid) from first group by id)')
  assert.deepEqual((await run()).applied, ['0003_index.sql'])
  const { rows: found } = await pool.query(
    `select indisvalid from pg_index where indexrelid = 'first_id'::regclass`,
  )
  assert.deepEqual(found, [{ indisvalid: true }])
  assert.deepEqual(
    (await Promise.all([run(), run()])).flatMap(({ applied }) => applied),
    [],
  )
})

test('starts at the same time build an index once', async () => {
  write('0003_index.sql', 'create index concurrently first_id on first (id);')
  const results = await Promise.all(Array.from({ length: 4 }, run))
  assert.deepEqual(results.map(({ applied }) => applied.length).sort(), [0, 0, 0, 3])
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
