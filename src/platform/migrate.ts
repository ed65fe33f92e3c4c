import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import type { Log } from './log.ts'
import { ownCommand } from './own-command.ts'

const ownMigrations = fileURLToPath(new URL('../../db/migrations', import.meta.url))
/** The number is arbitrary but the same in every version; its holder runs migrations. */
const lockNumber = 7_034_117
const allApplied = 'select number, file, checksum from lodgewire_migrations order by number'

type AppliedMigration = { number: number; file: string; checksum: string }
type SchemaMigration = AppliedMigration & { sql: string }
/** Databases made before 0.1.0, the first release, begin with this migration. */
const firstBeforeRelease = '0001_core.sql'

/** Applies all pending migrations. Processes that start together take turns. */
export async function migrate(
  pool: pg.Pool,
  options: { log: Log; dir?: string },
): Promise<{ applied: string[]; current: number }> {
  const migrations = await readMigrations(options.dir ?? ownMigrations)
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await takeLock(client, options.log)
    const done = await readApplied(client)
    const open = pending(migrations, done)
    // In a new database all migrations count as one step.
    const isNew = done.length === 0
    for (const migration of open) {
      await apply(client, migration)
      if (!isNew) options.log.info(`database migration ${migration.file} applied`)
    }
    if (isNew) options.log.info(`database set up by ${open.length} migrations`)
    return { applied: open.map(({ file }) => file), current: migrations.at(-1)?.number ?? 0 }
  } catch (error) {
    broken = error as Error
    throw error
  } finally {
    if (!broken) await client.query('select pg_advisory_unlock($1)', [lockNumber])
    // After a failure closing the connection frees the lock, whatever state the session is in.
    client.release(broken)
  }
}

/** Returns what `migrate` would do, without doing it; throws where it would refuse. */
export async function migrationState(pool: pg.Pool, dir = ownMigrations): Promise<{ open: string[] }> {
  const migrations = await readMigrations(dir)
  const { rows } = await pool.query<{ there: boolean }>(
    `select to_regclass('lodgewire_migrations') is not null as there`,
  )
  const done = rows[0]?.there ? (await pool.query<AppliedMigration>(allApplied)).rows : []
  return { open: pending(migrations, done).map(({ file }) => file) }
}

async function takeLock(client: pg.PoolClient, log: Log): Promise<void> {
  const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [
    lockNumber,
  ])
  if (rows[0]?.got) return
  log.info('waiting for another process to finish migrating the database')
  await client.query('select pg_advisory_lock($1)', [lockNumber])
}

/** PostgreSQL reports a missing privilege by this SQLSTATE. */
const notAllowed = '42501'

async function readApplied(client: pg.PoolClient): Promise<AppliedMigration[]> {
  await client
    .query(
      `create table if not exists lodgewire_migrations (
        number     integer primary key,
        file       text not null,
        checksum   text not null,
        applied_at timestamptz not null default now()
      )`,
    )
    .catch((error: Error & { code?: string }) => {
      if (error.code !== notAllowed) throw error
      throw new Error(
        `DATABASE_URL: its user may not make tables in the database (${error.message}). Let the user own it: alter database … owner to …`,
        { cause: error },
      )
    })
  const { rows } = await client.query<AppliedMigration>(allApplied)
  return rows
}

const beforeRelease =
  'The database has a schema from before Lodgewire 0.1.0, the first release, and there is no way to bring it up to this version. ' +
  'Start with an empty DATA_DIR or database, and connect the accounts again. To take along a workspace that a migration filled, ' +
  `run \`${ownCommand} export <workspace>\` with the version that made the database, then \`${ownCommand} import <file>\` with this one.`

/** Lists pending migrations in order; throws when the applied ones are not these files. */
function pending<T extends AppliedMigration>(migrations: T[], done: AppliedMigration[]): T[] {
  if (done.some(({ file }) => file === firstBeforeRelease)) throw new Error(beforeRelease)
  const files = new Map(migrations.map((migration) => [migration.number, migration]))
  for (const { number, file, checksum } of done) {
    const migration = files.get(number)
    if (!migration) {
      throw new Error(
        `The database is newer than this version of Lodgewire: it has migration ${file}. Start the newer version again.`,
      )
    }
    if (migration.checksum !== checksum) {
      throw new Error(
        `Migration ${migration.file} was changed after it was applied. Restore the file and add a new migration.`,
      )
    }
  }
  const newest = done.at(-1)?.number ?? 0
  const finished = new Set(done.map(({ number }) => number))
  const open = migrations.filter(({ number }) => !finished.has(number))
  const late = open.find(({ number }) => number < newest)
  if (late)
    throw new Error(
      `Migration ${late.file} came after number ${newest} was applied. Give it a higher number.`,
    )
  return open
}

/** The record commits with the migration, so an interrupted migration leaves no trace. */
async function apply(client: pg.PoolClient, { number, file, checksum, sql }: SchemaMigration): Promise<void> {
  await client.query('begin')
  try {
    // PostgreSQL cannot alter a table while its deferred checks wait for the commit.
    await client.query('set constraints all immediate')
    await client.query(sql)
    await client.query('insert into lodgewire_migrations (number, file, checksum) values ($1, $2, $3)', [
      number,
      file,
      checksum,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw new Error(`Migration ${file} failed: ${(error as Error).message}`, { cause: error })
  }
}

async function readMigrations(dir: string): Promise<SchemaMigration[]> {
  const files = (await readdir(dir)).filter((file) => file.endsWith('.sql')).sort()
  const migrations = await Promise.all(files.map((file) => readMigration(dir, file)))
  const twice = migrations.find((migration, index) => migration.number === migrations[index - 1]?.number)
  if (twice) throw new Error(`Two migrations have the number of ${twice.file}.`)
  return migrations
}

async function readMigration(dir: string, file: string): Promise<SchemaMigration> {
  const [, number] = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(file) ?? []
  if (!number) throw new Error(`Migration ${file} is not named like 0001_what_it_does.sql.`)
  // Line ends depend on the checkout and do not count as a change.
  const sql = (await readFile(`${dir}/${file}`, 'utf8')).replaceAll('\r\n', '\n')
  const checksum = createHash('sha256').update(sql).digest('hex')
  return { number: Number(number), file, checksum, sql }
}
