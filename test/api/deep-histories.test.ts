/** Pages of a long history: each costs what the first does, and tells what a walk from the newest change would. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { replacedLater } from '../../src/records/past/queries.ts'
import type { Queryable, Scope } from '../../src/platform/tenant.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { freshSpace } from './rows.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

const fields = ['name', 'city', 'content', 'thumbnailUrl'] as const

/** Changes of a listing, each of one field in turn; the first alone replaced the currency. */
async function longHistory(scope: Scope, id: string, length: number): Promise<void> {
  await sql`
    insert into record_history (workspace_id, record_type, record_id, revision, change, previous, origin, created_at)
    select ${scope.workspaceId}, 'listing', ${id}, n, 'updated',
           jsonb_build_object((${[...fields]}::text[])[1 + n % 4], 'before ' || n)
             || case when n = ${length} then '{"currency": "HRK"}' else '{}' end::jsonb,
           'api', ${app.clock.now()}
    from generate_series(2, ${length}::int) n on conflict do nothing`.execute(app.db)
}

/** What the statement read of the tables and of their indexes. */
const readBy = (work: (tx: Queryable) => Promise<unknown>): Promise<number> =>
  app.db.transaction().execute(async (tx) => {
    await work(tx)
    const { rows } = await sql<{ read: string }>`
      select sum(pg_stat_get_xact_tuples_returned(c.oid) + pg_stat_get_xact_tuples_fetched(c.oid)) as read
      from pg_class c
      where c.oid in ('record_history'::regclass, 'history_fields'::regclass)
         or c.oid in (select indexrelid from pg_index
                      where indrelid in ('record_history'::regclass, 'history_fields'::regclass))`.execute(tx)
    return Number(rows[0]?.read)
  })

test('the last page of twenty thousand changes costs no more than that of two hundred', async () => {
  const { rows, live } = await freshSpace(app)
  const [short, long] = [await rows.listing(), await rows.listing()]
  await longHistory(live, short, 200)
  await longHistory(live, long, 20_000)
  await sql`analyze record_history, history_fields`.execute(app.db)
  const cost = (id: string) => readBy((tx) => replacedLater(tx, live, { type: 'listing', id }, 2))
  const [few, many] = [await cost(short), await cost(long)]
  assert.ok(few > 0 && many < 150, `${few} of 200 changes, ${many} of 20000`)
})

test('what later changes replaced is the same as a walk through all of them finds, erased and deleted ones left out', async () => {
  const { rows, live } = await freshSpace(app)
  const id = await rows.listing()
  await longHistory(live, id, 60)
  const about = sql`workspace_id = ${live.workspaceId} and record_type = 'listing' and record_id = ${id}`
  // As retention, a forgotten guest, and two changes of one moment leave it behind.
  await sql`delete from record_history where ${about} and revision % 7 = 0`.execute(app.db)
  await sql`update record_history set previous = previous - 'city' where ${about} and revision % 3 = 0`.execute(
    app.db,
  )
  await sql`
    update record_history set previous = previous || '{"street": "Old Road"}' where ${about} and revision in (30, 50)`.execute(
    app.db,
  )
  const { rows: all } = await sql<{ revision: number; previous: Record<string, unknown> }>`
    select revision, previous from record_history where ${about} order by revision desc`.execute(app.db)
  assert.ok(all.length > 40)
  for (const { revision } of [...all, { revision: 0 }]) {
    const walked = all.filter((one) => one.revision > revision).map(({ previous }) => previous)
    assert.deepEqual(
      Object.fromEntries(await replacedLater(app.db, live, { type: 'listing', id }, revision)),
      Object.assign({}, ...walked),
      `after ${revision}`,
    )
  }
})
