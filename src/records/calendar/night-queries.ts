/** Only this file reads everything that decides what nights show, besides the marks in `mark-queries.ts`. */
import { sql } from 'kysely'
import { prepared } from '../../platform/prepared-statements.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { blockedUnits, notOnlyOf } from './feed-sql.ts'
import { isStanding } from './hold-queries.ts'

/** Consecutive nights of a listing, with first and last included. */
export interface ListingStretch {
  listingId: string
  first: string
  last: string
}

export interface StoredNight {
  listing_id: string
  date: string
  /** Whether any calendar has ever covered the night. */
  is_known: boolean
  /** A value set through the API and on its way to the PMS wins over the PMS's or host's. Null if unknown. */
  available: boolean | null
  price: string | null
  min_nights: number | null
  max_nights: number | null
  closed_to_arrival: boolean | null
  closed_to_departure: boolean | null
  /** Units left according to the calendar; null if it said nothing, or said it before the night was opened. */
  available_units: number | null
  unit_count: number
  /** The listing's price, for nights without a price of their own. */
  default_price: string | null
  /** The currency of every price here. */
  currency: string | null
  weekend_price: string | null
  listing_min_nights: number | null
  listing_max_nights: number | null
  /** How many stays hold the night. */
  stays: number
  /** How many stays left the night without the PMS having confirmed it. */
  leaving: number
  /** How many holding, leaving or locally sold stays `available_units` does not count yet. */
  uncounted: number
  /** Units that followed calendars close (`ical_spans`), without those of stays already counted. */
  blocked: number
}

/**
 * A stay holds its nights unless it is cancelled, expired or merged into another. The condition repeats the index
 * `reservations_standing`. The query must call the reservations `stay`.
 */
export const holds = (now: Date) =>
  sql`stay.status <> 'cancelled' and (stay.lapses_at is null or stay.lapses_at > ${now}::timestamptz)
    and stay.merged_into is null`

/**
 * Returns every night of the stretches, which must not overlap, in order. Values on their way to the PMS win over the
 * PMS's. Dates are counted in days, since zones exist whose days lack midnight. `offset 0` makes every night look up
 * its own row; without statistics the planner would join all with all. The arrays are subqueries, because PostgreSQL would
 * plan each call anew for the length of given ones, which takes many times as long as the call.
 */
export async function storedNights(
  db: Queryable,
  scope: Scope,
  stretches: readonly ListingStretch[],
  now: Date,
  except: ExceptedStay = {},
): Promise<StoredNight[]> {
  if (stretches.length === 0) return []
  const { rows } = await sql<StoredNight>`${nightsIn(scope, stretches, now, except)} ${prepared}`.execute(db)
  return rows
}

/** Reads nights of several workspaces at once, in the given order. Each part of the query reads one workspace only. */
export async function storedNightsOf(
  db: Queryable,
  asked: readonly { scope: Scope; stretch: ListingStretch }[],
  now: Date,
): Promise<StoredNight[][]> {
  if (asked.length === 0) return []
  const parts = asked.map(
    ({ scope, stretch }, part) =>
      sql`select ${part}::int as part, night.* from (${nightsIn(scope, [stretch], now)}) night`,
  )
  const { rows } = await sql<StoredNight & { part: number }>`
    ${sql.join(parts, sql` union all `)} order by part, date`.execute(db)
  return asked.map((_, part) => rows.filter((row) => row.part === part))
}

/** Leaves these sources out of the count. */
interface ExceptedStay {
  /** Counts nothing of these feeds, as if they were not followed. */
  exceptFeeds?: readonly string[] | undefined
  /** Leaves out this channel account's stays that still wait for an answer. */
  exceptRequestsOf?: string | undefined
}

const noRequestOf = (stay: string, connectionId: string | undefined) =>
  connectionId === undefined
    ? sql`true`
    : sql`not (${sql.ref(`${stay}.status`)} = 'pending' and ${sql.ref(`${stay}.connection_id`)} = ${connectionId})`

const isNoRequestOf = (scope: Scope, stayId: string, connectionId: string | undefined) =>
  connectionId === undefined
    ? sql`true`
    : sql`not exists (
        select from reservations asked_for
        where asked_for.workspace_id = ${scope.workspaceId} and asked_for.id = ${sql.ref(stayId)}
          and not (${noRequestOf('asked_for', connectionId)}))`

// One statement, so that all parts of a night are of one moment.
// oxlint-disable-next-line eslint/max-lines-per-function
const nightsIn = (
  scope: Scope,
  stretches: readonly ListingStretch[],
  now: Date,
  { exceptFeeds: except, exceptRequestsOf: channel }: ExceptedStay = {},
) => {
  const column = (name: keyof ListingStretch) => stretches.map((stretch) => stretch[name])
  return sql<StoredNight>`
    with asked as materialized (
      select * from unnest((select ${column('listingId')}::bigint[]), (select ${column('first')}::date[]), (select ${column('last')}::date[]))
        a (listing_id, first, last)
    ), held as (
      select a.listing_id, greatest(stay.check_in, a.first) + n as date, count(*)::int as stays
      from asked a
      join reservations stay on stay.workspace_id = ${scope.workspaceId} and stay.listing_id = a.listing_id
        and stay.check_out > a.first and stay.check_in <= a.last and ${holds(now)}
        and ${notOnlyOf(scope, 'stay.id', except)} and ${noRequestOf('stay', channel)}
      cross join lateral generate_series(0, least(stay.check_out - 1, a.last) - greatest(stay.check_in, a.first)) n
      group by 1, 2
    ), changed as (
      select c.listing_id, c.date, count(*) filter (where not c.stands)::int as leaving,
             count(*) filter (where c.taken is not null)::int as uncounted
      from asked a
      join night_changes c on c.workspace_id = ${scope.workspaceId} and c.listing_id = a.listing_id
        and c.date between a.first and a.last and ${notOnlyOf(scope, 'c.reservation_id', except)}
        and ${isNoRequestOf(scope, 'c.reservation_id', channel)}
      group by 1, 2
    ), blocked as (${blockedUnits(scope, except)}
    ), sold as (
      select s.listing_id, s.date, count(*)::int as units
      from asked a
      join sold_nights s on s.workspace_id = ${scope.workspaceId} and s.listing_id = a.listing_id
        and s.date between a.first and a.last
      group by 1, 2
    )
    select night.listing_id, night.date, day.date is not null as is_known, coalesce(push.available, day.available) as available,
           coalesce(push.price, day.price) as price, coalesce(push.min_nights, day.min_nights) as min_nights,
           coalesce(push.max_nights, day.max_nights) as max_nights, day.closed_to_arrival, day.closed_to_departure,
           case when not coalesce(push.available and not (day.available and day.available_units > 0), false)
                then day.available_units end as available_units,
           l.unit_count, l.currency, l.default_nightly_price as default_price, l.pricing->>'weekendPrice' as weekend_price, l.min_nights as listing_min_nights,
           l.max_nights as listing_max_nights, coalesce(held.stays, 0) as stays, coalesce(changed.leaving, 0) as leaving,
           coalesce(changed.uncounted, 0) + coalesce(sold.units, 0) as uncounted, coalesce(blocked.units, 0) as blocked
    from (select a.listing_id, a.first + n as date from asked a
          cross join lateral generate_series(0, a.last - a.first) n) night
    join listings l on l.workspace_id = ${scope.workspaceId} and l.id = night.listing_id
    left join lateral (
      select * from calendar_days d
      where d.workspace_id = ${scope.workspaceId} and d.listing_id = night.listing_id and d.date = night.date offset 0
    ) day on true
    left join lateral (
      select * from calendar_pushes p
      where p.workspace_id = ${scope.workspaceId} and p.listing_id = night.listing_id and p.date = night.date
        and p.state in ('pending', 'sent', 'failed') offset 0
    ) push on true
    left join held on held.listing_id = night.listing_id and held.date = night.date
    left join changed on changed.listing_id = night.listing_id and changed.date = night.date
    left join blocked on blocked.listing_id = night.listing_id and blocked.date = night.date
    left join sold on sold.listing_id = night.listing_id and sold.date = night.date
    order by night.listing_id, night.date`
}

/** Returns nights on which stays and closed units reach the listing's number of units, without those of `but`. */
export async function fullNights(
  db: Queryable,
  scope: Scope,
  { listingId, first, last }: ListingStretch,
  { but, now, askedBy = null }: { but: string | null; now: Date; askedBy?: string | null },
): Promise<string[]> {
  const { rows } = await sql<{ date: string }>`
    with asked as (
      select ${listingId}::bigint as listing_id, ${first}::date as first, ${last}::date as last
    ), held as (
      select greatest(stay.check_in, a.first) + n as date, 1 as units
      from asked a
      join reservations stay on stay.workspace_id = ${scope.workspaceId} and stay.listing_id = a.listing_id
        and stay.check_in <= a.last and stay.check_out > a.first and ${holds(now)} and stay.id is distinct from ${but}::bigint
      cross join lateral generate_series(0, least(stay.check_out - 1, a.last) - greatest(stay.check_in, a.first)) n
      union all
      select greatest(h.check_in, a.first) + n, 1
      from asked a
      join question_holds h on h.workspace_id = ${scope.workspaceId} and h.listing_id = a.listing_id
        and h.check_in <= a.last and h.check_out > a.first and h.confirmation_code is distinct from ${askedBy}
        and ${isStanding(scope, now)}
      cross join lateral generate_series(0, least(h.check_out - 1, a.last) - greatest(h.check_in, a.first)) n
      union all select date, units from (${blockedUnits(scope, undefined)}) blocked
    )
    select held.date from held
    join listings l on l.workspace_id = ${scope.workspaceId} and l.id = ${listingId}
    group by held.date, l.unit_count having sum(held.units) >= l.unit_count
    order by held.date ${prepared}`.execute(db)
  return rows.map((row) => row.date)
}

export interface StoredStay {
  id: string
  listing_id: string
  check_in: string
  check_out: string
  status: string
  lapses_at: Date | null
  holds: boolean
}

export async function storedStays(
  db: Queryable,
  scope: Scope,
  ids: readonly string[],
  now: Date,
): Promise<StoredStay[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<StoredStay>`
    select id, listing_id, check_in, check_out, status, lapses_at, ${holds(now)} as holds
    from reservations stay
    where workspace_id = ${scope.workspaceId} and id = any(${ids}::bigint[]) order by id`.execute(db)
  return rows
}
