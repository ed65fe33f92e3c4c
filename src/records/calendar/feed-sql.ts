/** Nights that feeds hold: calendars of others that a listing follows. */
import { sql } from 'kysely'
import type { Scope } from '../../platform/tenant.ts'

/** What the account is called that stays of feeds are kept under. */
export const feedProvider = 'ical'

/** Stays that these feeds tell of, by themselves or as the second source; the reservations are called as told. */
const isOf = (scope: Scope, stayId: string, feedIds: readonly string[]) => sql`exists (
  select from ical_spans told
  join connections account on account.workspace_id = told.workspace_id and account.provider = ${feedProvider}
  join reservations own on own.workspace_id = told.workspace_id and own.connection_id = account.id and own.external_id = told.ref
  where told.workspace_id = ${scope.workspaceId} and told.feed_id = any(${feedIds}::uuid[])
    and ${sql.ref(stayId)} in (own.id, own.merged_into))`

/** True for stays that anybody else tells of. */
export const notOnlyOf = (scope: Scope, stayId: string, feedIds: readonly string[] | undefined) =>
  feedIds === undefined || feedIds.length === 0 ? sql`true` : sql`not ${isOf(scope, stayId, feedIds)}`

/** Units that spans of feeds close by themselves, by night of `asked`. A span that closes the listing closes all of its units. */
export const blockedUnits = (scope: Scope, except: readonly string[] | undefined) => sql`
  select a.listing_id, greatest(s.first_night, a.first) + n as date,
         sum(case when f.closes = 'listing' and s.kind = 'block' then greatest(l.unit_count, 1) else 1 end)::int as units
  from asked a
  join listings l on l.workspace_id = ${scope.workspaceId} and l.id = a.listing_id
  join ical_spans s on s.workspace_id = ${scope.workspaceId} and s.listing_id = a.listing_id and s.holds
    and s.until > a.first and s.first_night <= a.last
  join ical_feeds f on f.workspace_id = s.workspace_id and f.id = s.feed_id
  cross join lateral generate_series(0, least(s.until - 1, a.last) - greatest(s.first_night, a.first)) n
  where ${except === undefined ? sql`true` : sql`s.feed_id <> all(${except}::uuid[])`}
  group by 1, 2`
