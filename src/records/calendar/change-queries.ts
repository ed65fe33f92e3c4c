/** Night changes by stays that the PMS may not have counted yet, ordered against readings of its calendar. */
import { sql, type RawBuilder } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import type { NightChange } from './rules.ts'

/** Marks when a reading of a calendar began. */
export interface CalendarReading {
  at: Date
  /** A value of the sequence `calendar_order`. Two readings that begin together may share it. */
  order: string
}

/**
 * Changes count from here, so that servers of release 0.1.0 never confirm them: their readings do not stand in
 * `reading_orders`. Below are changes that those servers made.
 */
const changesFrom = '4611686018427387904'

/**
 * Call it before the calendar is requested, so that later changes count as unknown to it. Changes made from now on see
 * the reading, because it is committed before the vendor is asked.
 */
export async function beginReading(db: Queryable, scope: Scope, at: Date): Promise<CalendarReading> {
  const { rows } = await sql<{ order: string }>`
    insert into reading_orders as o (workspace_id, last_reading)
    values (${scope.workspaceId}, nextval('calendar_order'))
    on conflict (workspace_id) do update set last_reading = greatest(o.last_reading, excluded.last_reading)
    returning last_reading as order`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the order of a reading was not returned')
  return { at, order: row.order }
}

/**
 * A calendar that was never read has no changes to confirm. Changes no reading has seen stay uncounted, whatever the
 * stay does later. It is a statement of its own or a part of one that stores the stays.
 */
export const changesInsert = (scope: Scope, changes: readonly NightChange[]): RawBuilder<unknown> => sql`
    insert into night_changes as c (workspace_id, listing_id, date, reservation_id, stands, taken, changed)
    select ${scope.workspaceId}, r."listingId", r.date, r."reservationId", r.stands,
           case when r.stands then n.place end, n.place
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      as r ("listingId" bigint, date date, "reservationId" bigint, stands boolean)
    join calendar_reads read on read.workspace_id = ${scope.workspaceId} and read.listing_id = r."listingId"
      and read.read_order > 0
    cross join (select ${changesFrom}::bigint + coalesce(
      (select last_reading from reading_orders where workspace_id = ${scope.workspaceId}), 0) as place) n
    order by r."listingId", r.date, r."reservationId"
    on conflict (workspace_id, listing_id, date, reservation_id) do update
      set stands = excluded.stands, changed = excluded.changed`

export async function insertChanges(
  db: Queryable,
  scope: Scope,
  changes: readonly NightChange[],
): Promise<void> {
  if (changes.length > 0) await changesInsert(scope, changes).execute(db)
}

/** Returns the dates with changes that the stored calendar does not know. */
export async function changedDates(db: Queryable, scope: Scope, listingId: string): Promise<string[]> {
  const { rows } = await sql<{ date: string }>`
    select distinct date from night_changes
    where workspace_id = ${scope.workspaceId} and listing_id = ${listingId} order by date`.execute(db)
  return rows.map((row) => row.date)
}

/** Returns false if a reading that began later is already stored. */
export async function updateReading(
  db: Queryable,
  scope: Scope,
  listingId: string,
  { at, order }: CalendarReading,
  isWhole: boolean,
): Promise<boolean> {
  const { rows } = await sql`
    insert into calendar_reads as c (workspace_id, listing_id, read_at, read_order)
    values (${scope.workspaceId}, ${listingId}, ${at}, case when ${isWhole} then ${order}::bigint else 0 end)
    on conflict (workspace_id, listing_id) do update
      set read_at = case when ${isWhole} then greatest(c.read_at, excluded.read_at) else c.read_at end, read_order = greatest(c.read_order, excluded.read_order)
      where c.read_order < ${order}::bigint
    returning read_at`.execute(db)
  return rows.length > 0
}

/** A stay from another account is unknown to the listing's keeper unless it came through the keeper's account too. */
const unknownThere = (scope: Scope) => sql`c.stands and exists (
  select from reservations stay
  join listings l on l.workspace_id = stay.workspace_id and l.id = stay.listing_id
  where stay.workspace_id = ${scope.workspaceId} and stay.id = c.reservation_id and stay.connection_id <> l.connection_id
    and not exists (
      select from reservations theirs
      where theirs.workspace_id = stay.workspace_id and theirs.merged_into = stay.id
        and theirs.connection_id = l.connection_id and theirs.status <> 'cancelled'
        and c.date >= theirs.check_in and c.date < theirs.check_out))`

/** A change is counted by readings that began after all that it saw. */
const isCountedBy = (change: 'taken' | 'changed', { order }: CalendarReading) =>
  sql`${sql.ref(`c.${change}`)} % ${changesFrom}::bigint < ${order}::bigint`

/**
 * Removes changes made before this reading, because it has counted them. Nights beyond the calendar's reach are removed
 * too; a night missing in its middle stays unconfirmed.
 */
export async function confirmChanges(
  db: Queryable,
  scope: Scope,
  listingId: string,
  reading: CalendarReading,
  dates: readonly string[],
): Promise<void> {
  await sql`
    update night_changes c set taken = null
    where c.workspace_id = ${scope.workspaceId} and c.listing_id = ${listingId} and ${isCountedBy('taken', reading)}
      and c.date = any(${dates}::date[]) and not (${unknownThere(scope)})`.execute(db)
  await sql`
    delete from night_changes c
    using (select min(date) as first, max(date) as last from unnest(${dates}::date[]) date) read
    where c.workspace_id = ${scope.workspaceId} and c.listing_id = ${listingId} and ${isCountedBy('changed', reading)}
      and (c.date < read.first
           or ((c.date = any(${dates}::date[]) or c.date > read.last) and not (${unknownThere(scope)})))`.execute(
    db,
  )
}
