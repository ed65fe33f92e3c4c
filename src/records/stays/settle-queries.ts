/** Reservations whose listed status time has changed. The first query covers all workspaces. */
import { sql } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { everyWorkspace } from '../../platform/workspaces-sql.ts'

/** Rows are moved one hour after their time. */
const dueBy = (now: Date) => sql`${now}::timestamptz - interval '1 hour'`

/**
 * Looks up the first end of each state by `min`, one step down an index. With `exists` the planner assumes
 * many matches and scans the table of each workspace without any.
 */
export async function workspacesToSettle(db: Queryable, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select w.workspace_id as id from ${everyWorkspace} w where
      (select min(r.completes_at) from reservations r where r.workspace_id = w.workspace_id and r.listed_as = 'confirmed') <= ${dueBy(now)}
      or (select min(r.lapses_at) from reservations r where r.workspace_id = w.workspace_id and r.listed_as = 'pending') <= ${dueBy(now)}
      or (select min(b.completes_at) from airbnb_bookings b where b.workspace_id = w.workspace_id and b.state = 'accepted') <= ${dueBy(now)}
      or (select min(b.lapses_at) from airbnb_bookings b where b.workspace_id = w.workspace_id and b.state = 'pending') <= ${dueBy(now)}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Ids of reservations whose listed status is an hour out of date; each state has an index on its end. */
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

/** The same for bookings in Airbnb's statuses. */
export async function settleAirbnbBookings(
  tx: Queryable,
  scope: Scope,
  now: Date,
  limit: number,
): Promise<number> {
  const due = dueIds({ table: 'airbnb_bookings', state: 'state', staying: 'accepted' }, scope, now, limit)
  const { numAffectedRows } = await sql`
    update airbnb_bookings b set state = case when b.state = 'accepted' then 'completed' else 'denied' end
    where b.workspace_id = ${scope.workspaceId} and b.id = any(${due})`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
