import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase, openTestPool } from './database.ts'

test('a pool of a test says what breaks, and nothing of connections that are cut off once it was ended', async () => {
  const database = await createTestDatabase({ empty: true })
  const pool = openTestPool({ connectionString: database.url, max: 20 })
  const broken = new Error('broken')
  assert.throws(() => pool.emit('error', broken, undefined as never), broken)
  await Promise.all(Array.from({ length: 20 }, () => pool.query('select pg_sleep(0.01)')))
  await pool.end()
  // Some connections have not heard of the end yet.
  await database.drop()
  pool.emit('error', broken, undefined as never)
})
