/** Sets nights of listings that are kept here. */
import { sql } from 'kysely'
import { prepared } from '../../platform/prepared-statements.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'

/** Absent fields stay as they are. */
export interface OwnNightSettings {
  available?: boolean
  /** Rooms that can be sold, where not all of the listing's can. */
  availableUnits?: number
  /** Decimal text. */
  price?: string
  minNights?: number
  maxNights?: number
  closedToArrival?: boolean
  closedToDeparture?: boolean
  /** An empty note removes the stored one. */
  note?: string
}

interface OwnNightRows {
  listingIds: readonly string[]
  dates: readonly string[]
}

export async function writeOwnNights(
  db: Queryable,
  scope: Scope,
  { listingIds, dates, at }: OwnNightRows & { at: Date },
  {
    available,
    availableUnits,
    price,
    minNights,
    maxNights,
    closedToArrival,
    closedToDeparture,
    note,
  }: OwnNightSettings,
): Promise<void> {
  await sql`
    insert into calendar_days as d (workspace_id, listing_id, date, available, price, min_nights, max_nights,
                                    closed_to_arrival, closed_to_departure, note, available_units, updated_at)
    select l.workspace_id, l.id, n.date, coalesce(${available ?? null}::boolean, true), ${price ?? null}::numeric,
           ${minNights ?? null}::int, ${maxNights ?? null}::int, ${closedToArrival ?? null}::boolean,
           ${closedToDeparture ?? null}::boolean, nullif(${note ?? null}::text, ''),
           coalesce(${availableUnits ?? null}::int, l.unit_count), ${at}::timestamptz
    from listings l cross join unnest(${dates}::date[]) n (date)
    where l.workspace_id = ${scope.workspaceId} and l.id = any(${listingIds}::bigint[])
    order by l.id, n.date
    on conflict (workspace_id, listing_id, date) do update
      set available = coalesce(${available ?? null}::boolean, d.available),
          available_units = coalesce(${availableUnits ?? null}::int, d.available_units), price = coalesce(excluded.price, d.price),
          min_nights = coalesce(excluded.min_nights, d.min_nights),
          max_nights = coalesce(excluded.max_nights, d.max_nights),
          closed_to_arrival = coalesce(excluded.closed_to_arrival, d.closed_to_arrival),
          closed_to_departure = coalesce(excluded.closed_to_departure, d.closed_to_departure),
          note = nullif(coalesce(${note ?? null}::text, d.note), ''),
          from_rate = d.from_rate and excluded.price is null, updated_at = excluded.updated_at ${prepared}`.execute(
    db,
  )
}
