import { sql } from 'kysely'
import type { CalendarDayRecord } from '../../../contract/records.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'

export async function storeDays(
  db: Queryable,
  scope: Scope,
  listingId: string,
  days: readonly CalendarDayRecord[],
  at: Date,
): Promise<number> {
  if (days.length === 0) return 0
  const { numAffectedRows } = await sql`
    insert into calendar_days as d (workspace_id, listing_id, date, available, price, min_nights, max_nights,
                                    closed_to_arrival, closed_to_departure, available_units, note, updated_at)
    select ${scope.workspaceId}, ${listingId}, date, available, price, "minNights", "maxNights", "closedToArrival",
           "closedToDeparture", "availableUnits", note, ${at}
    from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as r (date date, available boolean, price numeric,
      "minNights" int, "maxNights" int, "closedToArrival" boolean, "closedToDeparture" boolean, "availableUnits" int,
      note text)
    on conflict (workspace_id, listing_id, date) do update
      set available = excluded.available, price = excluded.price, min_nights = excluded.min_nights,
          max_nights = excluded.max_nights, closed_to_arrival = excluded.closed_to_arrival,
          closed_to_departure = excluded.closed_to_departure, available_units = excluded.available_units,
          note = excluded.note, updated_at = excluded.updated_at
      where (d.available, d.price, d.min_nights, d.max_nights, d.closed_to_arrival, d.closed_to_departure,
             d.available_units, d.note)
            is distinct from (excluded.available, excluded.price, excluded.min_nights, excluded.max_nights,
              excluded.closed_to_arrival, excluded.closed_to_departure, excluded.available_units, excluded.note)`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}
