import { sql } from 'kysely'
import { inScope, type Queryable, type Scope } from '../../platform/tenant.ts'

export interface CalendarNight {
  date: string
  available: boolean | null
  price: string | null
  min_nights: number | null
  available_units: number | null
  /** Units taken by stays that `available_units` does not know of: a PMS tells itself what is left. */
  sold_units: number
}

export interface CalendarListing {
  currency: string | null
  default_nightly_price: string | null
  weekend_price: string | null
  min_nights: number | null
  unit_count: number
}

export async function calendarListing(db: Queryable, scope: Scope, listingId: string) {
  const { rows } = await sql<CalendarListing>`
    select currency, default_nightly_price, pricing->>'weekendPrice' as weekend_price, min_nights, unit_count from listings
    where ${inScope(scope, 'listings')} and id = ${listingId}`.execute(db)
  return rows[0]
}

/**
 * Every night of `[from, to]`, with the stored day where there is one, and before it what was set for the PMS and is on
 * its way there. A closed night that is being opened has the units that no stay stands on. Counted in days and not in
 * instants: those lose a night where the session's time zone has days without a midnight.
 */
export async function calendarNights(
  db: Queryable,
  scope: Scope,
  listingId: string,
  from: string,
  to: string,
): Promise<CalendarNight[]> {
  const { rows } = await sql<CalendarNight>`
    select d.date, coalesce(push.available, day.available) as available, coalesce(push.price, day.price) as price,
           coalesce(push.min_nights, day.min_nights) as min_nights,
           case when not opening then day.available_units end as available_units,
           case when opening then (
                  select count(*)::int from reservations stay
                  where stay.workspace_id = ${scope.workspaceId} and stay.listing_id = ${listingId}
                    and stay.status <> 'cancelled' and stay.check_in <= d.date and stay.check_out > d.date)
                else (
                  select count(*)::int from sold_nights sold
                  where sold.workspace_id = ${scope.workspaceId} and sold.listing_id = ${listingId}
                    and sold.date = d.date) end as sold_units
    from (select ${from}::date + night as date from generate_series(0, ${to}::date - ${from}::date) night) d
    left join calendar_days day on day.workspace_id = ${scope.workspaceId} and day.listing_id = ${listingId}
      and day.date = d.date
    left join calendar_pushes push on push.workspace_id = ${scope.workspaceId} and push.listing_id = ${listingId}
      and push.date = d.date and push.state in ('pending', 'sent', 'failed')
    cross join lateral (
      select coalesce(push.available and not (day.available and day.available_units > 0), false) as opening) o
    order by d.date`.execute(db)
  return rows
}
