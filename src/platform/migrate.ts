import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from './log.ts'
import { applyMigration } from './migrations/apply-migration.ts'
import {
  addVersionColumn,
  listPending,
  lookAtApplied,
  readApplied,
  tellOfNewer,
} from './migrations/applied-migrations.ts'
import { ownMigrations, readMigrations } from './migrations/migration-file.ts'

/** The number is arbitrary but the same in every version; its holder runs migrations. */
const lockNumber = 7_034_117
const askAgainMs = 100

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
    const open = listPending(migrations, done)
    tellOfNewer(options.log, migrations, done)
    if (open.length > 0) await addVersionColumn(client)
    // In a new database all migrations count as one step.
    const isNew = done.length === 0
    for (const migration of open) {
      await applyMigration(client, migration, options.log)
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
  return { open: listPending(migrations, await lookAtApplied(pool)).map(({ file }) => file) }
}

/** A session that waits in a statement would hold up an index that another builds, so this one asks again and again. */
async function takeLock(client: pg.PoolClient, log: Log): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [
      lockNumber,
    ])
    if (rows[0]?.got) return
    if (tries === 0) log.info('waiting for another process to finish migrating the database')
    await pause(askAgainMs)
  }
}
