import { sql } from 'kysely'
import type { CalendarDayRecord } from '../../contract/records.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import type { PersonPatterns } from '../guests/erase.ts'
import { countAffectedRows } from '../../platform/count-affected-rows.ts'
import type { GuestRecordIds } from '../guests/forget-queries.ts'

/**
 * Returns how many nights were new or different. A reading that began before the PMS confirmed a night set here is
 * ignored for it.
 */
export async function storeDays(
  db: Queryable,
  scope: Scope,
  listingId: string,
  days: readonly CalendarDayRecord[],
  { at, readAt }: { at: Date; readAt: Date },
): Promise<number> {
  if (days.length === 0) return 0
  const rules = sql`min_nights, max_nights, closed_to_arrival, closed_to_departure, available_units`
  const { rows } = await sql<{ count: number }>`
    with given as (
      select date, available, price, "minNights" as min_nights, "maxNights" as max_nights,
             "closedToArrival" as closed_to_arrival, "closedToDeparture" as closed_to_departure,
             "availableUnits" as available_units, note
      from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as r (date date, available boolean, price numeric,
        "minNights" int, "maxNights" int, "closedToArrival" boolean, "closedToDeparture" boolean, "availableUnits" int,
        note text)
      where not exists (
        select from calendar_pushes p
        where p.workspace_id = ${scope.workspaceId} and p.listing_id = ${listingId} and p.date = r.date
          and p.state = 'confirmed' and p.settled_at >= ${readAt})
    ), stored as (
      insert into calendar_days as d (workspace_id, listing_id, date, available, price, ${rules}, note, updated_at)
      select ${scope.workspaceId}, ${listingId}, date, available, price, ${rules}, note, ${at} from given
      on conflict (workspace_id, listing_id, date) do update
        set available = excluded.available, price = excluded.price, min_nights = excluded.min_nights,
            max_nights = excluded.max_nights, closed_to_arrival = excluded.closed_to_arrival,
            closed_to_departure = excluded.closed_to_departure, available_units = excluded.available_units,
            note = excluded.note, updated_at = excluded.updated_at
        where (d.available, d.price, d.min_nights, d.max_nights, d.closed_to_arrival, d.closed_to_departure,
               d.available_units, d.note)
              is distinct from (excluded.available, excluded.price, excluded.min_nights, excluded.max_nights,
                excluded.closed_to_arrival, excluded.closed_to_departure, excluded.available_units, excluded.note)
      returning d.date
    )
    select count(*)::int as count from stored`.execute(db)
  return rows[0]?.count ?? 0
}

/** Erases sure mentions everywhere, and a bare name only from the day before the guest's stays to their check-out. */
export const eraseNotes = (tx: Queryable, scope: Scope, of: GuestRecordIds, { sure, all }: PersonPatterns) =>
  countAffectedRows(
    tx,
    sql`
    update calendar_days d set note = nullif(btrim(regexp_replace(d.note, ${all}, '', 'gi')), '')
    where d.workspace_id = ${scope.workspaceId} and d.note is not null
      and (d.note ~* ${sure}
           or d.note ~* ${all} and exists (
             select from reservations r
             where r.workspace_id = ${scope.workspaceId} and r.id = any(${of.reservations}::bigint[]) and r.listing_id = d.listing_id
               and d.date between r.check_in - 1 and r.check_out))`,
  )
