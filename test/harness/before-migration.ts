/** A database as it was before a migration, to be filled and then migrated. */
import { copyFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { createLog } from '../../src/platform/log.ts'
import { migrate } from '../../src/platform/migrate.ts'
import { createTestDatabase, openTestPool } from './database.ts'
import { testFolder } from './folder.ts'

const migrations = path.resolve(import.meta.dirname, '../../db/migrations')

export interface EarlierDatabase {
  pool: pg.Pool
  /** Applies the migration and returns the names of those that ran. */
  move(): Promise<readonly string[]>
  close(): Promise<void>
}

/** With `checksReferences` false, rows may refer to missing ones. */
export async function databaseBefore(
  migration: string,
  { checksReferences = true } = {},
): Promise<EarlierDatabase> {
  const { folder, remove } = testFolder()
  const database = await createTestDatabase({ empty: true })
  const options = checksReferences ? {} : { options: '-c session_replication_role=replica' }
  const pool = openTestPool({ connectionString: database.url, ...options })
  const copy = (name: string) => copyFileSync(path.join(migrations, name), path.join(folder, name))
  const run = () => migrate(pool, { log: createLog({ level: 'silent' }), dir: folder })
  for (const name of readdirSync(migrations)) if (name.endsWith('.sql') && name < migration) copy(name)
  const close = async () => {
    await pool.end()
    await database.drop()
    remove()
  }
  try {
    await run()
  } catch (error) {
    await close()
    throw error
  }
  return {
    pool,
    async move() {
      copy(migration)
      return (await run()).applied
    },
    close,
  }
}
