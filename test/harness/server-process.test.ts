import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { test } from 'node:test'
import { createTestDatabase, openTestPool } from './database.ts'
import { testFolder } from './folder.ts'
import { startServerProcess } from './server-process.ts'

test('a server that nobody gets to stop is stopped', async () => {
  const database = await createTestDatabase()
  const { folder, remove } = testFolder()
  const pool = openTestPool({ connectionString: database.url, max: 1 })
  const sessions = async () =>
    (
      await pool.query(
        'select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
    ).rowCount
  try {
    const env = { DATABASE_URL: database.url, ENCRYPTION_KEY: randomBytes(32).toString('base64') }
    const first = await startServerProcess(path.join(folder, 'first'), env)
    assert.ok(Number(await sessions()) > 0)
    await first.stop()
    // Only the first start of a database writes keys.
    await assert.rejects(startServerProcess(path.join(folder, 'second'), env), /keys\.json was not written/)
    assert.equal(await sessions(), 0)
  } finally {
    await pool.end()
    await database.drop()
    remove()
  }
})
