import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { createDatabase } from '../src/platform/db.ts'
import { startPrivatePostgres } from '../src/platform/embedded-postgres/index.ts'
import { createLog } from '../src/platform/log.ts'
import { migrate } from '../src/platform/migrate.ts'

/** Connects to a database as a new installation has it, and removes it afterwards. */
export async function withFreshDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const log = createLog({ level: 'warn' })
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lodgewire-fresh-'))
  // PostgreSQL may run as another user, who must be able to enter the folder.
  chmodSync(folder, 0o711)
  try {
    const postgres = await startPrivatePostgres({ dataDir: folder, log, mode: 'test' })
    try {
      return await migrated(postgres.url, work)
    } finally {
      await postgres.stop()
      rmSync(postgres.folder, { recursive: true, force: true })
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function migrated<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const database = createDatabase(url, { log: createLog({ level: 'warn' }), max: 1 })
  await migrate(database.pool, { log: createLog({ level: 'warn' }) }).finally(database.close)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
