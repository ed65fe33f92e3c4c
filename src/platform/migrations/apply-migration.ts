/** Applies one migration without holding up a server that works on the database meanwhile. */
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { faultCodes, hasFaultCode } from '../database-fault.ts'
import type { Log } from '../log.ts'
import { recordApplied } from './applied-migrations.ts'
import { concurrentIndexOf, type SchemaMigration } from './migration-file.ts'
import { splitStatements } from './split-statements.ts'

/**
 * A statement that waits for a table makes every later one wait behind it. So it gives up soon, and the migration
 * begins again a little later.
 */
const lockTimeoutMs = 200
const pauseMs = 300
const patienceMs = 10 * 60_000
/** A lock was not to be had in time, or two transactions waited for each other. */
const repeated = [faultCodes.lockNotAvailable, faultCodes.deadlock]

export async function applyMigration(
  client: pg.PoolClient,
  migration: SchemaMigration,
  log: Log,
): Promise<void> {
  const index = concurrentIndexOf(migration.sql)
  const attempt = () =>
    index === null ? applyAsOne(client, migration) : buildIndex(client, migration, index)
  try {
    await untilLocked(attempt, () => log.info(`database migration ${migration.file} waits for a busy table`))
  } catch (error) {
    throw new Error(`Migration ${migration.file} failed: ${(error as Error).message}`, { cause: error })
  }
}

async function untilLocked(attempt: () => Promise<void>, onWait: () => void): Promise<void> {
  const end = performance.now() + patienceMs
  for (let tries = 0; ; tries += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (!hasFaultCode(error, ...repeated) || performance.now() > end) throw error
    }
    if (tries === 0) onWait()
    await pause(pauseMs)
  }
}

/** The record commits with the migration, so an interrupted migration leaves no trace. */
async function applyAsOne(client: pg.PoolClient, migration: SchemaMigration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${lockTimeoutMs}`)
    // PostgreSQL cannot alter a table while its deferred checks wait for the commit.
    await client.query('set constraints all immediate')
    // A coordinator of Citus repeats the whole text that a trigger is created with on its workers.
    for (const statement of splitStatements(migration.sql)) await client.query(statement)
    await recordApplied(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** An index that was left unfinished is made anew. Its build takes no lock that others wait behind, so it may wait itself. */
async function buildIndex(client: pg.PoolClient, migration: SchemaMigration, name: string): Promise<void> {
  const { rows } = await client.query<{ valid: boolean }>(
    'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
    [name],
  )
  if (rows[0]?.valid === false) await client.query(`drop index concurrently ${name}`)
  if (rows[0]?.valid !== true) await client.query(migration.sql)
  await recordApplied(client, migration)
}
