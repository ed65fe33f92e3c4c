/** Reservations that are listed as what they were before time moved them. The first query looks over all workspaces. */
import { sql } from 'kysely'
import type { Queryable, Scope } from '../../../platform/tenant.ts'

/** Until when a row must have been moved by time to be listed anew: an hour ago. */
const dueBy = (now: Date) => sql`${now}::timestamptz - interval '1 hour'`

/**
 * The first end of each state is looked up (`min`), which is a step down an index. Asked whether there is one (`exists`), the planner takes
 * the many rows whose time is long past for such that still stand as before, and reads the whole table for each workspace that has none.
 */
export async function workspacesToSettle(db: Queryable, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select w.id from workspaces w where
      (select min(r.completes_at) from reservations r where r.workspace_id = w.id and r.listed_as = 'confirmed') <= ${dueBy(now)}
      or (select min(r.lapses_at) from reservations r where r.workspace_id = w.id and r.listed_as = 'pending') <= ${dueBy(now)}
      or (select min(b.completes_at) from airbnb_bookings b where b.workspace_id = w.id and b.state = 'accepted') <= ${dueBy(now)}
      or (select min(b.lapses_at) from airbnb_bookings b where b.workspace_id = w.id and b.state = 'pending') <= ${dueBy(now)}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Ids of those that stand as what they were an hour after time moved them: each state with the moment that ends it has an index. */
const dueIds = (
  { table, state, staying }: { table: string; state: string; staying: string },
  { workspaceId }: Scope,
  now: Date,
  limit: number,
) => sql`array(
  (select id from ${sql.table(table)} where workspace_id = ${workspaceId} and ${sql.ref(state)} = ${sql.lit(staying)}
     and completes_at <= ${dueBy(now)} order by completes_at limit ${limit})
  union all
  (select id from ${sql.table(table)} where workspace_id = ${workspaceId} and ${sql.ref(state)} = 'pending'
     and lapses_at <= ${dueBy(now)} order by lapses_at limit ${limit})
  limit ${limit})`

export async function settleReservations(
  tx: Queryable,
  scope: Scope,
  now: Date,
  limit: number,
): Promise<number> {
  const due = dueIds({ table: 'reservations', state: 'listed_as', staying: 'confirmed' }, scope, now, limit)
  const { numAffectedRows } = await sql`
    update reservations r set listed_as = listed_status(r.status, r.completes_at, r.lapses_at, ${now})
    where r.workspace_id = ${scope.workspaceId} and r.id = any(${due})`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** The same of bookings in the words of Airbnb. */
export async function settleAirbnbBookings(
  tx: Queryable,
  scope: Scope,
  now: Date,
  limit: number,
): Promise<number> {
  const due = dueIds({ table: 'airbnb_bookings', state: 'state', staying: 'accepted' }, scope, now, limit)
  const { numAffectedRows } = await sql`
    update airbnb_bookings b set state = case b.state when 'accepted' then 'completed' else 'denied' end
    where b.workspace_id = ${scope.workspaceId} and b.id = any(${due})`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
