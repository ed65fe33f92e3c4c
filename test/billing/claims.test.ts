/** Two pools on one database stand for two servers that read due accounts. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { claimDueAccount, dueAccounts } from '../../src/features/tenancy/billing/queries.ts'
import { createDatabase, type Database } from '../../src/platform/db.ts'
import { createLog } from '../../src/platform/log.ts'
import { createTestDatabase, type TestDatabase } from '../harness/database.ts'
import { until } from '../harness/until.ts'

const log = createLog({ level: 'silent' })
const now = new Date('2026-05-01T12:00:00Z')
const later = new Date('2026-05-01T12:05:00Z')
const claimOf = (server: number) => ({
  claim: `00000000-0000-4000-8000-00000000000${server}`,
  now,
  until: later,
})

let server: TestDatabase
let one: Database
let other: Database
let workspaces: string[]
beforeEach(async () => {
  server = await createTestDatabase()
  one = createDatabase(server.url, { log })
  other = createDatabase(server.url, { log })
  workspaces = ['1', '2', '3']
  await one.pool.query(`insert into workspaces (id, name) select n, 'w' || n from generate_series(1, 3) n`)
  for (const [index, id] of workspaces.entries())
    await one.pool.query(
      `insert into billing_accounts (workspace_id, customer_id, due_at)
       values ($1::bigint, 'c' || $1::bigint, $2::timestamptz - $3 * interval '1 minute')`,
      [id, now, index],
    )
})
afterEach(async () => {
  await one.close()
  await other.close()
  await server.drop()
})

test('accounts are found longest due first, whoever has them locked', async () => {
  await one.kysely.transaction().execute(async (tx) => {
    await claimDueAccount(tx, { workspaceId: workspaces[2] ?? '' }, claimOf(1))
    const found = await dueAccounts(other.kysely, { now, limit: 2 })
    assert.deepEqual(found, [workspaces[2], workspaces[1]])
  })
  assert.deepEqual(await dueAccounts(other.kysely, { now, limit: 2 }), [workspaces[1], workspaces[0]])
})

test('of two servers that found an account one claims it', async () => {
  const scope = { workspaceId: workspaces[0] ?? '' }
  let second: ReturnType<typeof claimDueAccount> | undefined
  const first = await one.kysely.transaction().execute(async (tx) => {
    const claimed = await claimDueAccount(tx, scope, claimOf(1))
    second = claimDueAccount(other.kysely, scope, claimOf(2))
    await until('the second server to wait for the row', async () => {
      const { rows } = await one.pool.query(`select from pg_locks where not granted`)
      return rows.length > 0
    })
    return claimed
  })
  assert.equal(first?.claim, claimOf(1).claim)
  assert.equal(await second, undefined)
})

test('a claim that ran out is free again', async () => {
  const scope = { workspaceId: workspaces[0] ?? '' }
  await claimDueAccount(one.kysely, scope, claimOf(1))
  const again = await claimDueAccount(other.kysely, scope, { ...claimOf(2), now: later })
  assert.equal(again?.claim, claimOf(2).claim)
})
