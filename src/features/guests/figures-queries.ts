/** Totals of guests' bookings. */
import { sql, type RawBuilder } from 'kysely'
import { prepared } from '../../platform/prepared-statements.ts'
import { inScope, isNarrowed, type Queryable, type Scope } from '../../platform/tenant.ts'
import { onActiveListing } from '../../records/active-listing-sql.ts'
import { shownStatus } from '../../records/reservations/status-sql.ts'

/** Totals of a guest's bookings on active listings. */
export interface GuestStays {
  guest_id: string
  total: number
  cancelled: number
  past: number
  revenue: string
  currency: string | null
  first_check_in: string | null
  last_check_in: string | null
}

/** The stay has begun at the property once its first day has started there. */
const isBegun = (b: string, now: Date) =>
  sql<boolean>`${sql.ref(`${b}.completes_at`)}
    - make_interval(hours => 24 * (${sql.ref(`${b}.check_out`)} - ${sql.ref(`${b}.check_in`)} + 1)) <= ${now}`

/**
 * Of the whole workspace: what is kept of stays that are over or cancelled (`0009_counts.sql`), and the few that time is yet to change. They are
 * looked up guest by guest: joined, all of a page would be held against all, as the planner expects one of each (2.4 ms for 50, now 0.6).
 */
async function storedFigures(
  db: Queryable,
  scope: Scope,
  guestIds: readonly string[],
  now: Date,
): Promise<Map<string, GuestStays>> {
  const status = shownStatus(now, 'r')
  const isComing = sql`${inScope(scope, 'reservations', 'r')} and r.guest_id = kept.id and r.listed_as in ('confirmed', 'pending')`
  const { rows } = await sql<GuestStays>`
    select kept.id as guest_id, main.currency, (kept.stayed + kept.cancelled + c.total)::int as total,
           (kept.cancelled + c.cancelled)::int as cancelled, (kept.stayed + c.past)::int as past,
           round(coalesce((kept.revenue ->> coalesce(main.currency, ''))::numeric, 0) + coalesce(c.revenue, 0), 2)::text as revenue,
           least(kept.first_check_in, c.first_check_in) as first_check_in,
           greatest(kept.last_check_in, c.last_check_in) as last_check_in
    from guest_figures kept
    cross join lateral (
      select (array_agg(priced.currency order by priced.check_in desc, priced.id desc))[1] as currency from (
        select r.check_in, r.id, r.currency from reservations r
        where ${isComing} and r.total_price is not null and ${status} <> 'cancelled'
        union all
        select kept.priced_check_in, kept.priced_id, kept.priced_currency where kept.priced_id is not null) priced) main
    cross join lateral (
      select count(*) as total, count(*) filter (where status = 'cancelled') as cancelled,
             count(*) filter (where status <> 'cancelled' and over) as past,
             sum(total_price) filter (where status <> 'cancelled' and currency is not distinct from main.currency) as revenue,
             min(check_in) filter (where status in ('confirmed', 'completed') and begun) as first_check_in,
             max(check_in) filter (where status in ('confirmed', 'completed') and begun) as last_check_in
      from (
        select r.total_price, r.currency, r.check_in, ${status} as status, r.completes_at <= ${now} as over, ${isBegun('r', now)} as begun
        from reservations r where ${isComing}) coming) c
    where ${inScope(scope, 'guest_figures', 'kept')} and kept.id = any(${guestIds}::bigint[]) and kept.shown > 0 ${prepared}`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.guest_id, row]))
}

/** Only for the given guests: a page of the list or one profile. */
export async function guestStays(
  db: Queryable,
  scope: Scope,
  guestIds: readonly string[],
  now: Date,
): Promise<Map<string, GuestStays>> {
  if (guestIds.length === 0) return new Map()
  if (!isNarrowed(scope)) return storedFigures(db, scope, guestIds, now)
  return sumStays(
    db,
    sql`
      select guest_id, id, total_price, currency, check_in, check_out, completes_at, ${shownStatus(now)} as status
      from reservations
      where ${inScope(scope, 'reservations')}
        and guest_id = any(${guestIds}::bigint[]) and merged_into is null
        and ${onActiveListing(scope, sql.ref('reservations.listing_id'))}`,
    now,
  )
}

export interface PastBooking {
  id: string
  guest_id: string
  total_price: string | null
  currency: string | null
  check_in: string
  check_out: string
  completes_at: Date
  status: string
}

/** The same totals for bookings as they were in the past. */
export const guestStaysAt = (
  db: Queryable,
  bookings: readonly PastBooking[],
  at: Date,
): Promise<Map<string, GuestStays>> =>
  sumStays(
    db,
    sql`
      select * from jsonb_to_recordset(${JSON.stringify(bookings)}::jsonb) as r (guest_id bigint, id bigint,
        total_price numeric, currency text, check_in date, check_out date, completes_at timestamptz, status text)`,
    at,
  )

async function sumStays(
  db: Queryable,
  bookings: RawBuilder<unknown>,
  now: Date,
): Promise<Map<string, GuestStays>> {
  const { rows } = await sql<GuestStays>`
    with booking as (
      select b.*, b.completes_at <= ${now} as over,
             ${isBegun('b', now)} as begun
      from (${bookings}) b
    ), main as (
      select distinct on (guest_id) guest_id, currency from booking
      where status <> 'cancelled' and total_price is not null
      order by guest_id, check_in desc, id desc
    )
    select booking.guest_id, count(*)::int as total, main.currency,
           (count(*) filter (where status = 'cancelled'))::int as cancelled,
           (count(*) filter (where status <> 'cancelled' and over))::int as past,
           round(coalesce(sum(total_price) filter (
             where status <> 'cancelled' and booking.currency is not distinct from main.currency), 0), 2)::text as revenue,
           min(check_in) filter (where status in ('confirmed', 'completed') and begun) as first_check_in,
           max(check_in) filter (where status in ('confirmed', 'completed') and begun) as last_check_in
    from booking left join main on main.guest_id = booking.guest_id
    group by booking.guest_id, main.currency`.execute(db)
  return new Map(rows.map((row) => [row.guest_id, row]))
}
