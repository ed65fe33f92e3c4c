/** Guests past their retention, and the progress of checking them. */
import { sql, type RawBuilder } from 'kysely'
import { inScope, type Queryable, type Scope } from '../../../platform/tenant.ts'
import type { RetentionBody } from '../../../contract/retention.ts'

export interface RetentionRow {
  guest_months: number | null
  history_days: number | null
  history_from: Date | null
  next_look_at: Date | null
}

const columns = sql`guest_months, history_days, history_from, next_look_at`

export async function retentionRow(db: Queryable, scope: Scope): Promise<RetentionRow | undefined> {
  const { rows } = await sql<RetentionRow>`
    select ${columns} from retention where workspace_id = ${scope.workspaceId}`.execute(db)
  return rows[0]
}

/** Locks the row. Undefined if there is no such workspace. */
export async function lockRetention(tx: Queryable, scope: Scope): Promise<RetentionRow | undefined> {
  const { rows } = await sql<RetentionRow>`
    select ${columns} from retention where workspace_id = ${scope.workspaceId} for no key update`.execute(tx)
  return rows[0]
}

/** A changed period restarts the check at the first guest. */
export async function updateRetention(
  tx: Queryable,
  scope: Scope,
  { guestMonths, historyDays }: Required<RetentionBody>,
  now: Date,
): Promise<RetentionRow | undefined> {
  const { rows } = await sql<RetentionRow>`
    update retention
    set guest_months = ${guestMonths}::int, history_days = ${historyDays}::int,
        looked_to = case when guest_months is distinct from ${guestMonths}::int then 0 else looked_to end,
        next_look_at = case when ${guestMonths}::int is null then null
                            when guest_months is distinct from ${guestMonths}::int then ${now}::timestamptz
                            else next_look_at end
    where workspace_id = ${scope.workspaceId}
    returning ${columns}`.execute(tx)
  return rows[0]
}

/**
 * True for a guest who stayed, whose last stay ended before the day, without an open conversation or inquiry
 * since. Cancelled stays count by their dates, so that their guests are not kept forever.
 */
const isOver = ({ workspaceId }: Scope, before: string): RawBuilder<boolean> => sql<boolean>`(
  g.forgotten_at is null
  and exists (select from reservations r where r.workspace_id = ${workspaceId}::bigint and r.guest_id = g.id)
  and not exists (
    select from reservations r
    where r.workspace_id = ${workspaceId}::bigint and r.guest_id = g.id and r.check_out >= ${before}::date)
  and not exists (
    select from conversations c
    where c.workspace_id = ${workspaceId}::bigint and c.guest_id = g.id and c.status = 'open'
      and coalesce(c.last_message_at, c.created_at) >= ${before}::date)
  and not exists (
    select from inquiries i
    where i.workspace_id = ${workspaceId}::bigint and i.guest_id = g.id and i.created_at >= ${before}::date))`

export interface DueGuestRow {
  id: string
  last_stay_ended: string
}

const lastStay = ({ workspaceId }: Scope) => sql<string>`(
  select max(r.check_out) from reservations r where r.workspace_id = ${workspaceId}::bigint and r.guest_id = g.id)`

/** The first of them, by id. */
export async function dueGuests(
  db: Queryable,
  scope: Scope,
  before: string,
  limit: number,
): Promise<DueGuestRow[]> {
  const { rows } = await sql<DueGuestRow>`
    select g.id, ${lastStay(scope)}::text as last_stay_ended from guests g
    where ${inScope(scope, 'guests', 'g')} and ${isOver(scope, before)} order by g.id limit ${limit}`.execute(
    db,
  )
  return rows
}

export async function countDueGuests(db: Queryable, scope: Scope, before: string): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from guests g where ${inScope(scope, 'guests', 'g')} and ${isOver(scope, before)}`.execute(
    db,
  )
  return Number(rows[0]?.count ?? 0)
}

/** Call it under the head row, so that no stay of the guest is being stored. */
export async function isStillDue(tx: Queryable, scope: Scope, id: string, before: string): Promise<boolean> {
  const { rows } = await sql`
    select from guests g where ${inScope(scope, 'guests', 'g')} and g.id = ${id} and ${isOver(scope, before)}`.execute(
    tx,
  )
  return rows.length > 0
}

export interface RetentionLook {
  workspace_id: string
  guest_months: number
  looked_to: string
}

/** Claims the longest waiting workspace until `until`, so that two processes do not check it at once. */
export async function claimRetentionLook(
  db: Queryable,
  now: Date,
  until: Date,
): Promise<RetentionLook | undefined> {
  const isDue = sql`next_look_at <= ${now} and guest_months is not null`
  const { rows: due } = await sql<{ workspace_id: string }>`
    select workspace_id from retention where ${isDue} order by next_look_at limit ${mostTried}`.execute(db)
  for (const { workspace_id: workspaceId } of due) {
    const { rows } = await sql<RetentionLook>`
      update retention set next_look_at = ${until}
      where workspace_id = ${workspaceId} and ${isDue} and exists (
        select from retention where workspace_id = ${workspaceId} for update skip locked)
      returning workspace_id, guest_months, looked_to`.execute(db)
    if (rows[0]) return rows[0]
  }
  return undefined
}

/** So many workspaces are tried, because other processes may claim the first. */
const mostTried = 10

export interface RetentionScan {
  /** How many guests this look checked, and the last of them. */
  seen: number
  last: string | null
  due: string[]
}

/** Checks the next `limit` guests, whatever the number of due ones. */
export async function retentionScan(
  db: Queryable,
  { workspace_id, looked_to }: RetentionLook,
  before: string,
  limit: number,
): Promise<RetentionScan> {
  const { rows } = await sql<RetentionScan>`
    select count(*)::int as seen, max(g.id) as last,
           coalesce(array_agg(g.id::text order by g.id) filter (where ${isOver({ workspaceId: workspace_id }, before)}), '{}') as due
    from (select * from guests where workspace_id = ${workspace_id} and id > ${looked_to} order by id limit ${limit}) g`.execute(
    db,
  )
  return rows[0] ?? { seen: 0, last: null, due: [] }
}

/** Does nothing if the period was changed meanwhile, because the check restarts. */
export async function updateRetentionLook(
  db: Queryable,
  { workspace_id, guest_months }: RetentionLook,
  { lookedTo, nextLookAt, taken }: { lookedTo: string; nextLookAt: Date; taken: Date },
): Promise<void> {
  await sql`
    update retention set looked_to = ${lookedTo}, next_look_at = ${nextLookAt}
    where workspace_id = ${workspace_id} and guest_months = ${guest_months} and next_look_at = ${taken}`.execute(
    db,
  )
}
