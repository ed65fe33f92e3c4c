/** Reading a feed: it is leased, locked while what was read is stored, and told how the reading went. Due feeds are found over all workspaces. */
import { sql, type RawBuilder } from 'kysely'
import type { IcalPlatform, StaleReason } from '../../../contract/ical.ts'
import { claimEach, findDueInTurn } from '../../../platform/fairness/due-rows.ts'
import type { DueTable, WorkerPlaces } from '../../../platform/fairness/turns-sql.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { feedColumns, feeds, lockFeedRow, type FeedRow } from './feed-queries.ts'

export interface ClaimedFeed extends FeedRow {
  workspaceId: string
}

/** Leases feeds `f` that meet the condition. The keeper is read in a query of its own, because Citus computes no JSON in a change. */
const leaseFeeds = (
  scope: Scope,
  { now, until, holder }: FeedClaim,
  where: RawBuilder<unknown>,
) => sql<ClaimedFeed>`
  with f as (
    update ical_feeds f set claimed_until = ${until}, holder = ${holder}, last_fetched_at = ${now}
    where f.workspace_id = ${scope.workspaceId} and ${where}
    returning f.*
  )
  select ${feedColumns(scope)}, f.workspace_id::text as "workspaceId"
  from f join listings l on l.workspace_id = ${scope.workspaceId} and l.id = f.listing_id`

interface FeedClaim {
  now: Date
  until: Date
  holder: string
}

/** Leases due feeds to the caller until `until`. */
export async function claimDueFeeds(
  db: Queryable,
  lease: FeedClaim,
  places: WorkerPlaces,
): Promise<ClaimedFeed[]> {
  const { now } = lease
  const where = sql`(claimed_until is null or claimed_until <= ${now})`
  const table: DueTable = { table: 'ical_feeds', due: 'next_fetch_at', key: { id: 'uuid' }, where }
  return claimEach(await findDueInTurn(db, table, now, places), (due) =>
    leaseFeeds(due, lease, sql`f.id in ${due.lockFree}`).execute(db),
  )
}

/** Leases one feed, due or not; undefined: it is being read, or was since `notSince`. */
export async function claimFeed(
  db: Queryable,
  scope: Scope,
  id: string,
  lease: FeedClaim & { notSince: Date },
): Promise<ClaimedFeed | undefined> {
  const { now, notSince } = lease
  const isFree = sql`
    f.id = ${id} and (f.claimed_until is null or f.claimed_until <= ${now})
    and (f.last_fetched_at is null or f.last_fetched_at <= ${notSince})`
  const { rows } = await leaseFeeds(scope, lease, isFree).execute(db)
  return rows[0]
}

/** Locks the feed if `holder` still has its lease; undefined otherwise. */
export async function lockClaimedFeed(
  tx: Queryable,
  scope: Scope,
  id: string,
  holder: string,
): Promise<FeedRow | undefined> {
  await lockFeedRow(tx, scope, id)
  const { rows } = await sql<FeedRow>`
    select ${feedColumns(scope)} ${feeds(scope)} and f.id = ${id} and f.holder = ${holder}`.execute(tx)
  return rows[0]
}

export interface GoodReading {
  now: Date
  nextAt: Date
  etag: string | null
  modified: string | null
  platform: IcalPlatform
}

export async function updateFeedGood(
  tx: Queryable,
  scope: Scope,
  id: string,
  good: GoodReading,
): Promise<void> {
  await sql`
    update ical_feeds set last_good_at = ${good.now}, next_fetch_at = case when paused_at is null then ${good.nextAt}::timestamptz end,
      claimed_until = null, holder = null, failures = 0, stale_since = null, stale_reason = null, stale_detail = null,
      stale_told_at = null, etag = ${good.etag}, modified = ${good.modified}, platform = ${good.platform}, updated_at = ${good.now}
    where workspace_id = ${scope.workspaceId} and id = ${id}`.execute(tx)
}

export interface BadReading {
  platform: IcalPlatform
  now: Date
  nextAt: Date
  reason: StaleReason
  detail: string
  toldAt: Date | null
}

export async function updateFeedBad(tx: Queryable, scope: Scope, id: string, bad: BadReading): Promise<void> {
  await sql`
    update ical_feeds set failures = failures + 1, stale_since = coalesce(stale_since, ${bad.now}), stale_reason = ${bad.reason},
      stale_detail = ${bad.detail}, stale_told_at = ${bad.toldAt}, claimed_until = null, holder = null,
      next_fetch_at = case when paused_at is null then ${bad.nextAt}::timestamptz end, etag = null, modified = null,
      platform = ${bad.platform}, updated_at = ${bad.now}
    where workspace_id = ${scope.workspaceId} and id = ${id}`.execute(tx)
}

/** Postpones a feed whose reading failed on our side. */
export async function postponeFeed(
  db: Queryable,
  scope: Scope,
  id: string,
  { holder, until }: { holder: string; until: Date },
): Promise<void> {
  await sql`
    update ical_feeds set claimed_until = null, holder = null, next_fetch_at = case when paused_at is null then ${until}::timestamptz end
    where workspace_id = ${scope.workspaceId} and id = ${id} and holder = ${holder}`.execute(db)
}
