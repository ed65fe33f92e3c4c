import { sql } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'

export interface CalendarNight {
  date: string
  available: boolean | null
  price: string | null
  min_nights: number | null
  available_units: number | null
  /** Units that this server has sold; of what a PMS keeps it tells itself what is left. */
  sold_units: number
}

export interface CalendarListing {
  currency: string | null
  default_nightly_price: string | null
  min_nights: number | null
  unit_count: number
}

export async function calendarListing(db: Queryable, scope: Scope, listingId: string) {
  const { rows } = await sql<CalendarListing>`
    select currency, default_nightly_price, min_nights, unit_count from listings
    where workspace_id = ${scope.workspaceId} and id = ${listingId}`.execute(db)
  return rows[0]
}

/**
 * Every night of `[from, to]`, with the stored day where there is one. Counted in days and not in instants: those lose a
 * night where the session's time zone has days without a midnight.
 */
export async function calendarNights(
  db: Queryable,
  scope: Scope,
  listingId: string,
  from: string,
  to: string,
): Promise<CalendarNight[]> {
  const { rows } = await sql<CalendarNight>`
    select ${from}::date + night as date, day.available, day.price, day.min_nights, day.available_units,
           (select count(*)::int from sold_nights sold
            where sold.workspace_id = ${scope.workspaceId} and sold.listing_id = ${listingId}
              and sold.date = ${from}::date + night) as sold_units
    from generate_series(0, ${to}::date - ${from}::date) night
    left join calendar_days day on day.workspace_id = ${scope.workspaceId} and day.listing_id = ${listingId}
      and day.date = ${from}::date + night
    order by night`.execute(db)
  return rows
}
