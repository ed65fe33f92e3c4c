/**
 * The rule of `npm run check:distribution` about statements that lock rows. While such a statement waits, somebody changes what it reads: PostgreSQL
 * reads the locked row anew, and everything else is as it was when the statement began.
 */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { parseStatements, readSqlCatalog, type SqlCatalog } from '../../scripts/distribution/sql-catalog.ts'
import { findUnlockedReads } from '../../scripts/locks/find-unlocked-reads.ts'
import { guestToForget } from '../../src/records/guests/forget-queries.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { sessionsView } from '../harness/sessions.ts'
import { until } from '../harness/until.ts'

let catalog: SqlCatalog
let app: TestApp
before(async () => {
  catalog = await readSqlCatalog()
  app = await startTestApp()
})
after(() => app.close())

async function unlockedReadsOf(text: string): Promise<string[]> {
  const [statement] = await parseStatements(text)
  assert.ok(statement)
  return findUnlockedReads(statement, catalog)
}

const fresh: Record<string, string> = {
  'the locked row alone': 'select * from guests where workspace_id = $1 and id = $2 for update',
  'a join of which the locked row is returned': `select g.id, g.first_name from guests g
    join guest_contacts c on c.workspace_id = $1 and c.guest_id = g.id where g.workspace_id = $1 for update of g`,
  'a join of which all rows are locked': `select g.id, c.value from guests g
    join guest_contacts c on c.workspace_id = $1 and c.guest_id = g.id where g.workspace_id = $1 for update`,
  'a join of which both rows are locked by name': `select g.id, c.value from guests g
    join guest_contacts c on c.workspace_id = $1 and c.guest_id = g.id where g.workspace_id = $1 for update of g for share of c`,
  'values that the caller gave': `select n.date, r.version from channel_nights n
    join jsonb_to_recordset($2) as r (date date, version int) on r.date = n.date where n.workspace_id = $1 for update of n`,
  'other rows, but never a wait': `select g.id, c.value from guests g
    join guest_contacts c on c.workspace_id = $1 and c.guest_id = g.id where g.workspace_id = $1 for update of g skip locked`,
  'no lock': 'select g.id, (select count(*) from guest_contacts c) from guests g where g.workspace_id = $1',
}

const stale: Record<string, [text: string, names: string[]]> = {
  'a column of another table': [
    `select g.id, c.value from guests g join guest_contacts c on c.workspace_id = $1 and c.guest_id = g.id
     where g.workspace_id = $1 for no key update of g`,
    ['c'],
  ],
  'a column of another table without its name before it': [
    `select g.id, value from guests g join guest_contacts c on c.workspace_id = $1 and c.guest_id = g.id
     where g.workspace_id = $1 for update of g`,
    ['c'],
  ],
  'a column of another table within a call': [
    `select coalesce(upper(c.value), g.first_name) from guests g join guest_contacts c on c.workspace_id = $1 and c.guest_id = g.id
     where g.workspace_id = $1 for share of g`,
    ['c'],
  ],
  'every column': [
    `select * from guests g join guest_contacts c on c.workspace_id = $1 and c.guest_id = g.id
     where g.workspace_id = $1 for update of g`,
    ['c'],
  ],
  'every column of another table': [
    `select c.* from guests g join guest_contacts c on c.workspace_id = $1 and c.guest_id = g.id
     where g.workspace_id = $1 for update of g`,
    ['c'],
  ],
  'a subquery among the columns': [
    'select id, (select count(*) from guest_contacts c where c.guest_id = guests.id) from guests where workspace_id = $1 for update',
    ['a subquery'],
  ],
  'rows of a subquery': [
    `select g.id, few.value from guests g join lateral (select value from guest_contacts c where c.guest_id = g.id limit 1) few on true
     where g.workspace_id = $1 for update of g`,
    ['few'],
  ],
  'a CTE that locks': [
    `with held as (select g.id, c.value from guests g join guest_contacts c on c.workspace_id = $1 and c.guest_id = g.id
       where g.workspace_id = $1 for update of g)
     update guests set last_name = held.value from held where guests.workspace_id = $1 and guests.id = held.id`,
    ['c'],
  ],
}

describe('a statement that locks rows', () => {
  for (const [what, text] of Object.entries(fresh)) {
    it(`may return ${what}`, async () => assert.deepEqual(await unlockedReadsOf(text), []))
  }
  for (const [what, [text, names]] of Object.entries(stale)) {
    it(`is refused with ${what}`, async () => assert.deepEqual(await unlockedReadsOf(text), names))
  }
})

it('a guest who gets an address while forgetting waits is known by it', async () => {
  const scope = { workspaceId: app.workspace.id }
  const created = await app.post('/v1/guests', { firstName: 'Ada' })
  assert.equal(created.status, 201, created.text)
  const id = String(created.body['id'])
  const locked = Promise.withResolvers<void>()
  const mayCommit = Promise.withResolvers<void>()
  const changing = app.db.transaction().execute(async (tx) => {
    await sql`update guests set updated_at = updated_at where workspace_id = ${scope.workspaceId} and id = ${id}`.execute(
      tx,
    )
    locked.resolve()
    await mayCommit.promise
    await sql`
      insert into guest_contacts (workspace_id, guest_id, type, value)
      values (${scope.workspaceId}, ${id}, 'email', 'ada@example.org')`.execute(tx)
  })
  await locked.promise
  const forgetting = app.db.transaction().execute((tx) => guestToForget(tx, scope, id))
  await until('forgetting to wait', async () => {
    const { rows } = await sql`
      select from ${sessionsView()} where datname = current_database() and wait_event_type = 'Lock'`.execute(
      app.db,
    )
    return rows.length > 0
  })
  mayCommit.resolve()
  await changing
  assert.deepEqual((await forgetting)?.contacts, [{ type: 'email', value: 'ada@example.org' }])
})
