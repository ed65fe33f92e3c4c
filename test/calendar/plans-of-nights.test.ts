/** Planning the nights of a listing takes many times as long as reading them. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createDatabase, type Database } from '../../src/platform/db.ts'
import { createLog } from '../../src/platform/log.ts'
import { fullNights, storedNights } from '../../src/records/calendar/night-queries.ts'
import { createTestDatabase, isOnCitus, type TestDatabase } from '../harness/database.ts'

const scope = { workspaceId: '1' }
const now = new Date('2026-01-01T00:00:00Z')
const stretch = { listingId: '1', first: '2026-02-01', last: '2026-02-03' }

let scratch: TestDatabase
let database: Database

before(async () => {
  scratch = await createTestDatabase()
  database = createDatabase(scratch.url, { log: createLog({ level: 'warn' }), max: 1 })
})

after(async () => {
  await database.close()
  await scratch.drop()
})

/** What the coordinator plans each time is a part of the cost that docs/operate/scaling.md names. */
const skip = isOnCitus() && 'NOT RUN: a coordinator of Citus keeps no plan of a statement with several tables'

/** PostgreSQL plans for the values five times before it may keep one plan. */
const times = 8

async function keptPlans(text: string): Promise<{ kept: string; anew: string }[]> {
  const { rows } = await database.pool.query<{ kept: string; anew: string }>(
    `select generic_plans::text as kept, custom_plans::text as anew from pg_prepared_statements
     where position($1 in statement) > 0`,
    [text],
  )
  return rows
}

test('a connection keeps one plan for nights', { skip }, async () => {
  for (let turn = 0; turn < times; turn += 1) await storedNights(database.kysely, scope, [stretch], now)
  assert.deepEqual(await keptPlans('asked as materialized'), [{ kept: '3', anew: '5' }])
})

test('a connection keeps one plan for full nights', { skip }, async () => {
  for (let turn = 0; turn < times; turn += 1)
    await fullNights(database.kysely, scope, stretch, { but: null, now })
  assert.deepEqual(await keptPlans('with asked as ('), [{ kept: '3', anew: '5' }])
})
