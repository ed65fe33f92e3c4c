/** Feeds of listings, as their owners see and change them. */
import { sql } from 'kysely'
import type { FeedCloses, IcalPlatform, StaleReason } from '../../../contract/ical.ts'
import type { ListOrdering, PageRequest } from '../../../http/list.ts'
import { inScope, type Queryable, type Scope } from '../../../platform/tenant.ts'
import type { ListingKeeper } from '../../../records/listings/keeper.ts'
import { keeperOf } from '../../../records/listings/keeper-sql.ts'

export interface FeedRow {
  id: string
  listing_id: string
  name: string
  platform: IcalPlatform
  platform_told: boolean
  url: Buffer
  url_shown: string
  closes: FeedCloses
  interval_minutes: number
  paused_at: Date | null
  next_fetch_at: Date | null
  claimed_until: Date | null
  last_fetched_at: Date | null
  last_good_at: Date | null
  failures: number
  stale_since: Date | null
  stale_reason: StaleReason | null
  stale_detail: string | null
  stale_told_at: Date | null
  etag: string | null
  modified: string | null
  created_at: Date
  time_zone: string | null
  keeper: ListingKeeper
  unit_count: number
}

export interface CountedFeedRow extends FeedRow {
  stays: number
  blocks: number
  missing: number
}

/** A cursor is bound to one listing's list. */
export const feedsByAge = (listingId: string): ListOrdering<CountedFeedRow> => ({
  name: `created of ${listingId}`,
  direction: 'asc',
  keys: [
    { expression: sql`f.created_at`, type: 'timestamptz', valueOf: (row) => row.created_at.toISOString() },
    { expression: sql`f.id`, type: 'uuid', valueOf: (row) => row.id },
  ],
})

export const feedColumns = (scope: Scope) => sql`
  f.id, f.listing_id::text as listing_id, f.name, f.platform, f.platform_told, f.url, f.url_shown, f.closes, f.interval_minutes,
  f.paused_at, f.next_fetch_at, f.claimed_until, f.last_fetched_at, f.last_good_at, f.failures, f.stale_since, f.stale_reason,
  f.stale_detail, f.stale_told_at, f.etag, f.modified, f.created_at, l.time_zone, l.unit_count,
  ${keeperOf('l', scope)} as keeper`
export const feeds = (scope: Scope) => sql`
  from ical_feeds f join listings l on l.workspace_id = f.workspace_id and l.id = f.listing_id
  where ${inScope(scope, 'ical_feeds', 'f')}`

const countedFeeds = (scope: Scope, listingId: string) => sql`
  select ${feedColumns(scope)}, events.* from ical_feeds f
  join listings l on l.workspace_id = f.workspace_id and l.id = f.listing_id
  cross join lateral (
    select count(distinct s.ref) filter (where s.kind = 'stay')::int as stays,
           count(*) filter (where s.kind = 'block')::int as blocks, count(*) filter (where s.missed > 0)::int as missing
    from ical_spans s where s.workspace_id = ${scope.workspaceId} and s.feed_id = f.id) events
  where ${inScope(scope, 'ical_feeds', 'f')} and f.listing_id = ${listingId}`

export async function feedRows(
  db: Queryable,
  scope: Scope,
  listingId: string,
  { after, orderBy, limit, offset }: PageRequest,
): Promise<CountedFeedRow[]> {
  const { rows } = await sql<CountedFeedRow>`
    ${countedFeeds(scope, listingId)} and ${after ?? sql`true`} order by ${orderBy} limit ${limit} offset ${offset}`.execute(
    db,
  )
  return rows
}

export async function feedTotal(db: Queryable, scope: Scope, listingId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from ical_feeds f
    where ${inScope(scope, 'ical_feeds', 'f')} and f.listing_id = ${listingId}`.execute(db)
  return rows[0]?.total ?? 0
}

/** Those of the given feeds that belong to the listing. */
export async function feedsOf(
  db: Queryable,
  scope: Scope,
  listingId: string,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select f.id ${feeds(scope)} and f.listing_id = ${listingId} and f.id = any(${ids}::uuid[])`.execute(db)
  return rows.map(({ id }) => id)
}

export async function feedRow(
  db: Queryable,
  scope: Scope,
  listingId: string,
  id: string,
): Promise<CountedFeedRow | undefined> {
  const { rows } = await sql<CountedFeedRow>`${countedFeeds(scope, listingId)} and f.id = ${id}`.execute(db)
  return rows[0]
}

/** A statement that waits for the row sees the listing as it was when it began, so a second one reads both. */
export const lockFeedRow = (tx: Queryable, scope: Scope, id: string) =>
  sql`select from ical_feeds where workspace_id = ${scope.workspaceId} and id = ${id} for update`.execute(tx)

/** Locks the feed until the transaction ends. */
export async function lockFeed(tx: Queryable, scope: Scope, id: string): Promise<FeedRow | undefined> {
  await lockFeedRow(tx, scope, id)
  const { rows } = await sql<FeedRow>`select ${feedColumns(scope)} ${feeds(scope)} and f.id = ${id}`.execute(
    tx,
  )
  return rows[0]
}

export interface NewFeed {
  id: string
  listingId: string
  name: string
  platform: IcalPlatform
  platformTold: boolean
  url: Buffer
  urlShown: string
  closes: FeedCloses
  intervalMinutes: number
  at: Date
}

/** false: the listing already has `most` feeds. */
export async function insertFeed(tx: Queryable, scope: Scope, feed: NewFeed, most: number): Promise<boolean> {
  await sql`
    select from listings where workspace_id = ${scope.workspaceId} and id = ${feed.listingId} for no key update`.execute(
    tx,
  )
  const { numAffectedRows } = await sql`
    insert into ical_feeds (workspace_id, id, listing_id, name, platform, platform_told, url, url_shown, closes,
                            interval_minutes, next_fetch_at, created_at, updated_at)
    select ${scope.workspaceId}, ${feed.id}, ${feed.listingId}, ${feed.name}, ${feed.platform}, ${feed.platformTold},
           ${feed.url}, ${feed.urlShown}, ${feed.closes}, ${feed.intervalMinutes}, ${feed.at}, ${feed.at}, ${feed.at}
    where (select count(*) from ical_feeds
           where workspace_id = ${scope.workspaceId} and listing_id = ${feed.listingId}) < ${most}`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0) > 0
}

export type FeedSettings = Partial<
  Pick<
    FeedRow,
    | 'name'
    | 'platform'
    | 'platform_told'
    | 'url'
    | 'url_shown'
    | 'closes'
    | 'interval_minutes'
    | 'paused_at'
    | 'next_fetch_at'
    | 'etag'
    | 'modified'
  >
>

export async function updateFeed(
  tx: Queryable,
  scope: Scope,
  id: string,
  settings: FeedSettings & { updated_at: Date },
): Promise<void> {
  await tx
    .updateTable('ical_feeds')
    .set(settings)
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', id)
    .execute()
}

export async function deleteFeed(tx: Queryable, scope: Scope, id: string): Promise<void> {
  await sql`delete from ical_feeds where workspace_id = ${scope.workspaceId} and id = ${id}`.execute(tx)
}
