/** Counts nights for occupancy in the database, so that a request's memory does not grow with the calendar. */
import { sql, type RawBuilder } from 'kysely'
import { blockedUnits } from '../../../records/calendar/public.ts'
import { inScope, type Queryable, type Scope } from '../../../platform/tenant.ts'

export interface FigureFilter {
  /** Both nights are included. */
  from: string
  to: string
  listingId: string | undefined
  now: Date
}

export interface CountedNights {
  key: string
  name: string | null
  sold: number
  owned: number
  blocked: number
  available: number
}

/** The listings that count; later parts of a statement call them `home`. */
export const homes = (scope: Scope, { listingId }: FigureFilter): RawBuilder<unknown> => sql`
  home as materialized (
    select l.id, l.name, greatest(l.unit_count, 0) as units from listings l
    where ${inScope(scope, 'listings', 'l')} and l.active
      and ${listingId === undefined ? sql`true` : sql`l.id = ${listingId}::bigint`}
  )`

/**
 * One row for each night that is not simply open. A night that was set here and is on its way to the PMS counts as set, and a stay that
 * waits for an answer neither sells nor blocks its night.
 */
const busyNights = (scope: Scope, { from, to, now }: FigureFilter) => sql`
  asked as (select id as listing_id, ${from}::date as first, ${to}::date as last from home),
  stay_night as (
    select s.listing_id, greatest(s.check_in, ${from}::date) + n as date,
           count(*) filter (where s.status = 'confirmed' and s.source is distinct from 'owner')::int as sold,
           count(*) filter (where s.status = 'confirmed' and s.source = 'owner')::int as owned,
           count(*) filter (where s.status = 'pending')::int as pending
    from reservations s join home on home.id = s.listing_id
    cross join lateral generate_series(0, least(s.check_out - 1, ${to}::date) - greatest(s.check_in, ${from}::date)) n
    where ${inScope(scope, 'reservations', 's')} and s.check_out > ${from}::date and s.check_in <= ${to}::date
      and s.listed_as is not null and (s.status = 'confirmed' or s.status = 'pending' and (s.lapses_at is null or s.lapses_at > ${now}::timestamptz))
    group by 1, 2
  ), set_here as (
    select p.listing_id, p.date, p.available from calendar_pushes p join home on home.id = p.listing_id
    where p.workspace_id = ${scope.workspaceId} and p.date between ${from}::date and ${to}::date
      and p.state in ('pending', 'sent', 'failed') and p.available is not null
  ), told as (
    select d.listing_id, d.date, not d.available as closed, d.available_units as left_units
    from calendar_days d join home on home.id = d.listing_id
    where d.workspace_id = ${scope.workspaceId} and d.date between ${from}::date and ${to}::date
      and (not d.available or d.available_units < home.units)
      and not exists (select from set_here where set_here.listing_id = d.listing_id and set_here.date = d.date)
    union all
    select listing_id, date, true, null from set_here where not available
  ), fed as (${blockedUnits(scope, undefined)}
  ), busy as (
    select one.listing_id, one.date, sum(one.sold)::int as sold, sum(one.owned)::int as owned,
           sum(one.pending)::int as pending, bool_or(one.closed) as closed, min(one.left_units) as left_units,
           sum(one.fed)::int as fed
    from (
      select listing_id, date, sold, owned, pending, false as closed, null::int as left_units, 0 as fed from stay_night
      union all select listing_id, date, 0, 0, 0, closed, left_units, 0 from told
      union all select listing_id, date, 0, 0, 0, false, null, units from fed
    ) one
    group by 1, 2
  ), taken as (
    select busy.listing_id, busy.date, home.units, busy.sold,
           least(busy.owned, greatest(home.units - busy.sold, 0)) as owned,
           greatest(0, least(home.units - busy.sold - busy.owned,
             case when busy.closed then home.units - busy.sold - busy.owned - busy.pending
                  else greatest(busy.fed, home.units - busy.sold - busy.owned - busy.pending - busy.left_units) end)) as blocked
    from busy join home on home.id = busy.listing_id
  ), counted as (
    select listing_id, date, sold, owned, blocked,
           units - greatest(units - owned - blocked, sold) as lost
    from taken
  )`

const sums = sql`
  coalesce(sum(counted.sold), 0)::int as sold, coalesce(sum(counted.owned), 0)::int as owned,
  coalesce(sum(counted.blocked), 0)::int as blocked`

/** Months come as spans, so that a month without a busy night is there too. */
export interface MonthSpan {
  key: string
  first: string
  last: string
}

export const monthSpans = (months: readonly MonthSpan[]): RawBuilder<unknown> => sql`
  unnest(${months.map(({ key }) => key)}::text[], ${months.map(({ first }) => first)}::date[],
         ${months.map(({ last }) => last)}::date[]) span (key, first, last)`

export async function nightsByMonth(
  db: Queryable,
  scope: Scope,
  filter: FigureFilter,
  months: readonly MonthSpan[],
): Promise<CountedNights[]> {
  const { rows } = await sql<CountedNights>`
    with ${homes(scope, filter)}, ${busyNights(scope, filter)}, by_day as (
      select date, sum(sold) as sold, sum(owned) as owned, sum(blocked) as blocked, sum(lost) as lost from counted group by 1
    )
    select span.key, null as name, ${sums},
           ((select coalesce(sum(units), 0) from home) * (span.last - span.first + 1)
             - coalesce(sum(counted.lost), 0))::int as available
    from ${monthSpans(months)}
    left join by_day counted on counted.date between span.first and span.last
    group by span.key, span.first, span.last order by span.key`.execute(db)
  return rows
}

/** The last row is the sum of the listings beyond `limit`; its key is empty. */
export async function nightsByListing(
  db: Queryable,
  scope: Scope,
  filter: FigureFilter,
  limit: number,
): Promise<(CountedNights & { listings: number })[]> {
  const { rows } = await sql<CountedNights & { listings: number }>`
    with ${homes(scope, filter)}, ${busyNights(scope, filter)},
    ranked as (
      select home.*, case when row_number() over (order by id) <= ${limit}::int then id end as shown_id from home
    ),
    by_home as (
      select listing_id, sum(sold) as sold, sum(owned) as owned, sum(blocked) as blocked, sum(lost) as lost
      from counted group by 1
    )
    select coalesce(ranked.shown_id::text, '') as key,
           max(ranked.name) filter (where ranked.shown_id is not null) as name, count(*)::int as listings,
           ${sums},
           (sum(ranked.units) * (${filter.to}::date - ${filter.from}::date + 1) - coalesce(sum(counted.lost), 0))::int as available
    from ranked left join by_home counted on counted.listing_id = ranked.id
    group by ranked.shown_id order by ranked.shown_id`.execute(db)
  return rows
}

export async function soldByChannel(
  db: Queryable,
  scope: Scope,
  filter: FigureFilter,
): Promise<{ key: string; sold: number }[]> {
  const { from, to } = filter
  const { rows } = await sql<{ key: string; sold: number }>`
    with ${homes(scope, filter)}
    select coalesce(s.source, 'other') as key,
           sum(least(s.check_out - 1, ${to}::date) - greatest(s.check_in, ${from}::date) + 1)::int as sold
    from reservations s join home on home.id = s.listing_id
    where ${inScope(scope, 'reservations', 's')} and s.check_out > ${from}::date and s.check_in <= ${to}::date
      and s.check_out > s.check_in and s.listed_as is not null and s.status = 'confirmed' and s.source is distinct from 'owner'
    group by 1 order by 1`.execute(db)
  return rows
}
