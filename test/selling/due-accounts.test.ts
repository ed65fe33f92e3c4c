/** Which accounts are due costs the same however many of their links are. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { dueConnections } from '../../src/features/calendar/selling/link-queries.ts'
import { freePlaces } from '../../src/platform/fairness/turns-sql.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { statementsOf } from '../harness/asked-statements.ts'

const many = 6_000
let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

/** Links of one account, whose first fell due so many minutes ago. */
async function account(workspaceId: number, connectionId: number, links: number, minutesAgo: number) {
  await app.db.transaction().execute(async (tx) => {
    // What they refer to is nothing to this question.
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      insert into workspaces (id, name) values (${workspaceId}, 'Due') on conflict do nothing`.execute(tx)
    await sql`
      insert into connections (workspace_id, id, provider, external_account_id, credentials, write_policy)
      values (${workspaceId}, ${connectionId}, 'booking', ${String(connectionId)}, 'x', '{}')`.execute(tx)
    await sql`
      insert into selling_links (workspace_id, connection_id, external_id, listing_id, since, wake_at)
      select ${workspaceId}, ${connectionId}, 'r' || n, n, ${app.clock.now()},
             ${app.clock.now()}::timestamptz - ${minutesAgo} * interval '1 minute'
      from generate_series(1, ${links}::int) n`.execute(tx)
  })
}

const due = (taken: { workspaceId: string; connectionId: string }[] = []) =>
  dueConnections(app.db, app.clock.now(), { ...freePlaces(8), taken })

interface PlanNode {
  'Actual Rows': number
  'Actual Loops': number
  Plans?: PlanNode[]
}
const mostRows = (node: PlanNode): number =>
  Math.max(node['Actual Rows'] * node['Actual Loops'], ...(node.Plans ?? []).map(mostRows))

test('an account with thousands of due links hides nobody, and is not read whole', async () => {
  await account(800_001, 800_011, many, 60)
  await account(800_001, 800_012, 1, 10)
  await account(800_002, 800_021, 1, 5)
  await sql`analyze selling_links`.execute(app.db)
  const ids = (await due()).map(({ connectionId }) => connectionId)
  assert.deepEqual(ids, ['800011', '800021', '800012'])
  const busy = [{ workspaceId: '800001', connectionId: '800011' }]
  const next = (await due(busy)).map(({ connectionId }) => connectionId)
  assert.deepEqual(next.toSorted(), ['800012', '800021'], 'its neighbour comes while it is at work')

  const asked = (await statementsOf(() => due())).find(({ sql: text }) => text.includes('selling_links'))
  assert.ok(asked)
  const { rows } = await app.services.pool.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
    `explain (analyze, format json) ${asked.sql}`,
    [...asked.parameters],
  )
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan
  assert.ok(plan)
  assert.ok(mostRows(plan) < many / 2, `${mostRows(plan)} rows were read`)
})
