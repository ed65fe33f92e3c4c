import { sql } from 'kysely'
import type { CalendarDayRecord } from '../../../contract/records.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'

export interface ChangedNights {
  count: number
  first: string
  last: string
  pricing: boolean
  availability: boolean
}

/** Answers what was new or different; null when nothing was. */
export async function storeDays(
  db: Queryable,
  scope: Scope,
  listingId: string,
  days: readonly CalendarDayRecord[],
  at: Date,
): Promise<ChangedNights | null> {
  if (days.length === 0) return null
  const rules = sql`min_nights, max_nights, closed_to_arrival, closed_to_departure, available_units`
  const { rows } = await sql<Omit<ChangedNights, 'count'> & { count: string }>`
    with given as (
      select date, available, price, "minNights" as min_nights, "maxNights" as max_nights,
             "closedToArrival" as closed_to_arrival, "closedToDeparture" as closed_to_departure,
             "availableUnits" as available_units, note
      from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as r (date date, available boolean, price numeric,
        "minNights" int, "maxNights" int, "closedToArrival" boolean, "closedToDeparture" boolean, "availableUnits" int,
        note text)
    ), old as (
      select d.* from calendar_days d join given g on g.date = d.date
      where d.workspace_id = ${scope.workspaceId} and d.listing_id = ${listingId}
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
      returning d.*
    )
    select count(*) as count, min(s.date)::text as first, max(s.date)::text as last,
           bool_or(s.price is distinct from o.price) as pricing,
           bool_or((s.available, s.min_nights, s.max_nights, s.closed_to_arrival, s.closed_to_departure, s.available_units)
             is distinct from (o.available, o.min_nights, o.max_nights, o.closed_to_arrival, o.closed_to_departure,
               o.available_units)) as availability
    from stored s left join old o on o.date = s.date`.execute(db)
  const [row] = rows
  const count = Number(row?.count ?? 0)
  return row && count > 0 ? { ...row, count } : null
}
