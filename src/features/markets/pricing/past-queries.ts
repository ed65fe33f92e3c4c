/** Reads past nights of listings: stays, calendar prices, and times of bookings. */
import { sql } from 'kysely'
import type { Queryable, Scope } from '../../../platform/tenant.ts'

export interface PricedHome {
  id: string
  city: string | null
  country_code: string | null
  currency: string | null
  time_zone: string | null
  unit_count: number
  min_nights: number | null
  default_nightly_price: string | null
  weekend_price: string | null
}

export async function pricedHomes(
  db: Queryable,
  scope: Scope,
  ids: readonly string[],
): Promise<PricedHome[]> {
  const { rows } = await sql<PricedHome>`
    select id, city, country_code, currency, time_zone, unit_count, min_nights, default_nightly_price,
           pricing->>'weekendPrice' as weekend_price
    from listings where workspace_id = ${scope.workspaceId} and id = any(${ids}::bigint[]) order by id`.execute(
    db,
  )
  return rows
}

/** Returns the most recently booked listings of the same place and currency, to learn from them. */
export async function neighbours(
  db: Queryable,
  scope: Scope,
  { currency, city, country }: { currency: string; city: string | null; country: string | null },
  { since, most }: { since: string; most: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select l.id from listings l
    where l.workspace_id = ${scope.workspaceId} and l.currency = ${currency} and l.archived_at is null
      and lower(l.city) is not distinct from ${city}::text and l.country_code is not distinct from ${country}::text
      and exists (select from reservations stay where stay.workspace_id = l.workspace_id and stay.listing_id = l.id
                  and stay.check_out > ${since}::date and stay.status <> 'cancelled')
    order by l.id limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

export interface PastStay {
  listing_id: string
  check_in: string
  nights: number
  /** Days between the booking and the arrival; null if unknown. */
  lead: number | null
  /** Price of one night in the listing's currency; null if unknown or in another currency. */
  night_price: string | null
  is_revenue: boolean
}

/** Returns stays that hold their nights. An owner's own stay takes nights but shows no demand. */
export async function pastStays(
  db: Queryable,
  scope: Scope,
  ids: readonly string[],
  { from, to }: { from: string; to: string },
): Promise<PastStay[]> {
  const { rows } = await sql<PastStay>`
    select stay.listing_id, stay.check_in, stay.check_out - stay.check_in as nights,
           stay.check_in - (stay.booked_at at time zone 'UTC')::date as lead,
           case when stay.currency is not distinct from l.currency then round(coalesce(
             case when jsonb_typeof(stay.financials->'host'->'accommodation') in ('string', 'number')
                       and stay.financials->'host'->>'accommodation' ~ '^[0-9]{1,12}([.][0-9]{1,6})?$'
                  then (stay.financials->'host'->>'accommodation')::numeric end,
             stay.total_price) / (stay.check_out - stay.check_in), 6) end as night_price,
           stay.source is distinct from 'owner' as is_revenue
    from reservations stay
    join listings l on l.workspace_id = stay.workspace_id and l.id = stay.listing_id
    where stay.workspace_id = ${scope.workspaceId} and stay.listing_id = any(${ids}::bigint[]) and stay.status = 'confirmed'
      and stay.merged_into is null and stay.check_out > ${from}::date and stay.check_in < ${to}::date
      and stay.check_out > stay.check_in
    order by stay.listing_id, stay.check_in`.execute(db)
  return rows
}

export interface PastDay {
  listing_id: string
  date: string
  available: boolean
  price: string | null
}

/** Returns past nights as calendars had them. */
export async function pastDays(
  db: Queryable,
  scope: Scope,
  ids: readonly string[],
  { from, to }: { from: string; to: string },
): Promise<PastDay[]> {
  const { rows } = await sql<PastDay>`
    select listing_id, date, available, price from calendar_days
    where workspace_id = ${scope.workspaceId} and listing_id = any(${ids}::bigint[])
      and date >= ${from}::date and date < ${to}::date
    order by listing_id, date`.execute(db)
  return rows
}

export interface ShownNight {
  listing_id: string
  date: string
  /** Pairs of days before the night and price, the earliest first. */
  shown: [days: number, price: number][]
}

/** Returns nights whose price recommendations changed, sold or not. */
export async function shownNights(
  db: Queryable,
  scope: Scope,
  ids: readonly string[],
  { from, to }: { from: string; to: string },
): Promise<ShownNight[]> {
  const { rows } = await sql<ShownNight>`
    select listing_id, date, shown from price_recommendations
    where workspace_id = ${scope.workspaceId} and listing_id = any(${ids}::bigint[]) and date >= ${from}::date and date < ${to}::date
      and applied_price is not null and jsonb_array_length(shown) > 1
    order by listing_id, date`.execute(db)
  return rows
}
