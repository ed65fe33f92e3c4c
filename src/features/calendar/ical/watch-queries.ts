import { sql } from 'kysely'
import type { IcalPlatform } from '../../../contract/ical.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { holds } from '../../../records/calendar/public.ts'
import type { HeldSpan, WatchedSpan } from './watched-events.ts'

export interface WatchingFeedRow {
  id: string
  name: string
  platform: IcalPlatform
  last_good_at: Date | null
  stale_since: Date | null
  time_zone: string | null
  unit_count: number
}

/** Feeds of the listing that close nothing, the oldest first. */
export async function watchingFeeds(
  db: Queryable,
  scope: Scope,
  listingId: string,
): Promise<WatchingFeedRow[]> {
  const { rows } = await sql<WatchingFeedRow>`
    select f.id, f.name, f.platform, f.last_good_at, f.stale_since, l.time_zone, l.unit_count
    from ical_feeds f join listings l on l.workspace_id = f.workspace_id and l.id = f.listing_id
    where f.workspace_id = ${scope.workspaceId} and f.listing_id = ${listingId} and f.closes = 'nothing'
    order by f.created_at, f.id`.execute(db)
  return rows
}

interface WatchWindow {
  from: string
  to: string
}

export async function watchedSpans(
  db: Queryable,
  scope: Scope,
  feedIds: readonly string[],
  { from, to }: WatchWindow,
): Promise<WatchedSpan[]> {
  const { rows } = await sql<WatchedSpan>`
    select feed_id as "feedId", greatest(first_night, ${from}::date) as first, least(until, ${to}::date + 1) as until,
           first_seen_at as "seenAt"
    from ical_spans
    where workspace_id = ${scope.workspaceId} and feed_id = any(${feedIds}::uuid[])
      and until > ${from}::date and first_night <= ${to}::date`.execute(db)
  return rows
}

/** Stays that hold nights of the range. */
export async function heldSpans(
  db: Queryable,
  scope: Scope,
  listingId: string,
  { from, to, now }: WatchWindow & { now: Date },
): Promise<HeldSpan[]> {
  const { rows } = await sql<HeldSpan>`
    select greatest(stay.check_in, ${from}::date) as first, least(stay.check_out, ${to}::date + 1) as until,
           stay.created_at as "storedAt"
    from reservations stay
    where stay.workspace_id = ${scope.workspaceId} and stay.listing_id = ${listingId}
      and stay.check_out > ${from}::date and stay.check_in <= ${to}::date and ${holds(now)}`.execute(db)
  return rows
}
