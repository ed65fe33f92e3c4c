/** The table of applied migrations, and the judgement of a database against the files of this version. */
import type pg from 'pg'
import { faultCodes, hasFaultCode } from '../database-fault.ts'
import type { Log } from '../log.ts'
import { ownCommand } from '../own-command.ts'
import { isOlderVersion, serverVersion } from '../version.ts'
import type { SchemaMigration } from './migration-file.ts'

export type AppliedMigration = Pick<SchemaMigration, 'number' | 'file' | 'checksum' | 'oldestVersion'>

/** The column is missing where no version since 0.1.0 has applied a migration yet. */
const allApplied = `select number, file, checksum, to_jsonb(m) ->> 'oldest_version' as "oldestVersion"
  from lodgewire_migrations m order by number`

const table = `create table if not exists lodgewire_migrations (
  number     integer primary key,
  file       text not null,
  checksum   text not null,
  applied_at timestamptz not null default now(),
  oldest_version text
)`

/** Makes the table where it is missing and returns its rows. */
export async function readApplied(client: pg.PoolClient): Promise<AppliedMigration[]> {
  await client.query(table).catch((error: Error) => {
    if (!hasFaultCode(error, faultCodes.insufficientPrivilege)) throw error
    throw new Error(
      `DATABASE_URL: its user may not make tables in the database (${error.message}). Let the user own it: alter database … owner to …`,
      { cause: error },
    )
  })
  return (await client.query<AppliedMigration>(allApplied)).rows
}

/** Returns the applied migrations of a database that may have none, and writes nothing. */
export async function lookAtApplied(pool: pg.Pool): Promise<AppliedMigration[]> {
  const { rows } = await pool.query<{ there: boolean }>(
    `select to_regclass('lodgewire_migrations') is not null as there`,
  )
  return rows[0]?.there ? (await pool.query<AppliedMigration>(allApplied)).rows : []
}

/** A database that 0.1.0 made lacks the column, which 0.1.0 does not miss. */
export const addVersionColumn = (client: pg.PoolClient) =>
  client.query('alter table lodgewire_migrations add column if not exists oldest_version text')

/** Records a migration; its own transaction makes both one. */
export async function recordApplied(client: pg.PoolClient, migration: AppliedMigration): Promise<void> {
  const { number, file, checksum, oldestVersion } = migration
  await client.query(
    'insert into lodgewire_migrations (number, file, checksum, oldest_version) values ($1, $2, $3, $4)',
    [number, file, checksum, oldestVersion],
  )
}

/** Databases made before 0.1.0, the first release, begin with this migration. */
const firstBeforeRelease = '0001_core.sql'
const beforeRelease =
  'The database has a schema from before Lodgewire 0.1.0, the first release, and there is no way to bring it up to this version. ' +
  'Start with an empty DATA_DIR or database, and connect the accounts again. To take along a workspace that a migration filled, ' +
  `run \`${ownCommand} export <workspace>\` with the version that made the database, then \`${ownCommand} import <file>\` with this one.`

/** Lists pending migrations in order; throws when the applied ones do not fit these files. */
export function listPending(
  migrations: readonly SchemaMigration[],
  done: readonly AppliedMigration[],
): SchemaMigration[] {
  if (done.some(({ file }) => file === firstBeforeRelease)) throw new Error(beforeRelease)
  assertUsable(migrations, done)
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

function assertUsable(migrations: readonly SchemaMigration[], done: readonly AppliedMigration[]): void {
  const files = new Map(migrations.map((migration) => [migration.number, migration]))
  for (const { number, file, checksum, oldestVersion } of done) {
    const migration = files.get(number)
    if (migration && migration.checksum !== checksum)
      throw new Error(
        `Migration ${migration.file} was changed after it was applied. Restore the file and add a new migration.`,
      )
    if (!migration && isNotForThisVersion(oldestVersion))
      throw new Error(
        `The database is newer than this version of Lodgewire: migration ${file} needs version ${oldestVersion} or newer, and this is ${serverVersion}. Start the newer version again.`,
      )
  }
}

const isNotForThisVersion = (oldestVersion: string | null): boolean =>
  oldestVersion !== null && isOlderVersion(serverVersion, oldestVersion)

/** Tells the operator of a server that went back by one version. */
export function tellOfNewer(
  log: Log,
  migrations: readonly SchemaMigration[],
  done: readonly AppliedMigration[],
): void {
  const known = new Set(migrations.map(({ number }) => number))
  const newer = done.filter(({ number }) => !known.has(number)).map(({ file }) => file)
  if (newer.length === 0) return
  log.warn(
    { migrations: newer },
    `the database is newer than this version, which works on it all the same (${newer.length} migrations)`,
  )
}
