/** `lodgewire doctor` finds a count that is not that of the rows, and what it tells to do about it mends it. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type pg from 'pg'
import { keptCountsCheck } from '../../src/cli/doctor/kept-counts.ts'
import { loadConfig } from '../../src/platform/config.ts'
import { createLog } from '../../src/platform/log.ts'
import { createTestDatabase, openTestPool, type TestDatabase } from '../harness/database.ts'

let database: TestDatabase
let pool: pg.Pool
before(async () => {
  database = await createTestDatabase()
  pool = openTestPool({ connectionString: database.url, max: 1 })
  await pool.query(
    `insert into workspaces (id, name, plan, contact_confirmed) values (7, 'A', 'starter', true)`,
  )
})
after(async () => {
  await pool.end()
  await database.drop()
})

const look = () =>
  keptCountsCheck.run(loadConfig({ DATABASE_URL: database.url }), createLog({ level: 'silent' }))

it('tells of counts that differ from the rows, of which workspace and how they are mended', async () => {
  assert.deepEqual(
    (await look()).map(({ level }) => level),
    ['ok'],
  )
  await pool.query(
    `insert into record_counts values (7, 'reviews', 'all', 0, array['airbnb', '', '', 'guest', ''], 3)`,
  )
  const [finding, ...more] = await look()
  assert.deepEqual(more, [])
  assert.equal(finding?.level, 'warn')
  assert.match(finding.found, /workspace 7: 1 counts of lists differ/)
  await pool.query('select count_anew(7)')
  assert.deepEqual(
    (await look()).map(({ level }) => level),
    ['ok'],
  )
})
