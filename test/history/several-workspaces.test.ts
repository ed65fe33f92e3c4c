/** A statement may write rows of several workspaces: its triggers count and keep history for each. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp, type TestApp } from '../harness/app.ts'

let app: TestApp
let workspaces: string[]
before(async () => {
  app = await startTestApp()
  const other = await app.addWorkspace()
  workspaces = [app.scope.workspaceId, other.id].map(String)
})
after(() => app.close())

const ids = [5001, 5002, 5003]

/** The sum of the counts of guests without bookings, by workspace. */
async function countedGuests(): Promise<number[]> {
  const counts: number[] = []
  for (const id of workspaces) {
    const { rows } = await sql<{ n: string }>`
      select coalesce(sum(n), 0) as n from record_counts
      where workspace_id = ${id}::bigint and list = 'guest_figures' and counted_by = 'all'`.execute(app.db)
    counts.push(Number(rows[0]?.n))
  }
  return counts
}

/** "revision change previous" of the guests, in the order of workspaces, ids and revisions. */
async function historyOf(workspace: string): Promise<string[]> {
  const { rows } = await sql<{ entry: string }>`
    select record_id || ' ' || revision || ' ' || change || ' ' || previous::text as entry from record_history
    where workspace_id = ${workspace}::bigint and record_type = 'guest' and record_id = any(${ids}::bigint[])
    order by record_id, revision`.execute(app.db)
  return rows.map(({ entry }) => entry)
}

async function differences(): Promise<unknown[]> {
  const found: unknown[] = []
  for (const id of workspaces) {
    const { rows } = await sql`select * from record_count_differences(${id}::bigint)`.execute(app.db)
    found.push(...rows)
  }
  return found
}

it('counts and keeps the history of each workspace', async () => {
  const counted = await countedGuests()
  await sql`
    insert into guests (workspace_id, id, first_name, created_at, updated_at)
    select w.id::bigint, g.id, 'Ada', '2026-03-01', '2026-03-01'
    from unnest(${workspaces}::text[]) as w (id) cross join unnest(${ids}::bigint[]) as g (id)`.execute(
    app.db,
  )
  assert.deepEqual(
    await countedGuests(),
    counted.map((n) => n + ids.length),
  )

  await sql`
    update guests set first_name = 'Grace', updated_at = '2026-03-02'
    where workspace_id = any(${workspaces}::bigint[]) and id <> 5003`.execute(app.db)
  for (const workspace of workspaces) {
    assert.deepEqual(await historyOf(workspace), [
      '5001 1 created {}',
      '5001 2 updated {"firstName": "Ada"}',
      '5002 1 created {}',
      '5002 2 updated {"firstName": "Ada"}',
      '5003 1 created {}',
    ])
  }

  await sql`
    delete from guests where workspace_id = any(${workspaces}::bigint[]) and id = any(${ids}::bigint[])`.execute(
    app.db,
  )
  assert.deepEqual(await countedGuests(), counted)
  assert.deepEqual(await differences(), [])
})
