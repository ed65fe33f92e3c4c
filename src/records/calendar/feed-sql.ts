/** Nights that followed calendars of other platforms hold. */
import { sql } from 'kysely'
import type { Scope } from '../../platform/tenant.ts'

/** Stays of feeds are stored under an account with this provider. */
export const feedProvider = 'ical'

/** True for stays that these feeds report, as first or second source. `stayId` names the reservation's column. */
const isOf = (scope: Scope, stayId: string, feedIds: readonly string[]) => sql`exists (
  select from ical_spans told
  join connections account on account.workspace_id = told.workspace_id and account.provider = ${feedProvider}
  join reservations own on own.workspace_id = told.workspace_id and own.connection_id = account.id and own.external_id = told.ref
  where told.workspace_id = ${scope.workspaceId} and told.feed_id = any(${feedIds}::uuid[])
    and ${sql.ref(stayId)} in (own.id, own.merged_into))`

/** True for stays that some other source reports too. */
export const notOnlyOf = (scope: Scope, stayId: string, feedIds: readonly string[] | undefined) =>
  feedIds === undefined || feedIds.length === 0 ? sql`true` : sql`not ${isOf(scope, stayId, feedIds)}`

/**
 * Units that spans of feeds close by themselves, by night of `asked`. A span that closes the listing closes every unit.
 * A booking takes one unit, whatever its number of spans, and none if its reservation is counted.
 */
export const blockedUnits = (scope: Scope, except: readonly string[] | undefined) => sql`
  select one.listing_id, one.date, sum(one.units)::int as units
  from (
    select a.listing_id, greatest(s.first_night, a.first) + n as date,
           max(case when f.closes = 'listing' and s.kind = 'block' then greatest(l.unit_count, 1) else 1 end) as units
    from asked a
    join listings l on l.workspace_id = ${scope.workspaceId} and l.id = a.listing_id
    join ical_spans s on s.workspace_id = ${scope.workspaceId} and s.listing_id = a.listing_id and s.holds
      and s.until > a.first and s.first_night <= a.last
    join ical_feeds f on f.workspace_id = s.workspace_id and f.id = s.feed_id
    left join connections account on account.workspace_id = s.workspace_id and account.provider = ${feedProvider}
    left join reservations told on told.workspace_id = s.workspace_id and told.connection_id = account.id
      and told.external_id = s.ref
    left join reservations own on own.workspace_id = s.workspace_id and own.id = coalesce(told.merged_into, told.id)
      and own.status <> 'cancelled' and own.listing_id = s.listing_id
    cross join lateral generate_series(0, least(s.until - 1, a.last) - greatest(s.first_night, a.first)) n
    where ${except === undefined ? sql`true` : sql`s.feed_id <> all(${except}::uuid[])`}
      and not coalesce(greatest(s.first_night, a.first) + n between own.check_in and own.check_out - 1, false)
    group by a.listing_id, 2, coalesce(s.ref, s.id::text)
  ) one
  group by 1, 2`
