/** Listings in the feeds of Vrbo accounts, and their `channels` entries. */
import { sql } from 'kysely'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { requestLook } from '../readers/look-queries.ts'
import { noteFeedLink } from '../../../records/listings/channel-link-queries.ts'

export interface FeedListing {
  accountId: string
  addedAt: Date
  removedAt: Date | null
  hiddenAt: Date | null
  /** When Vrbo last fetched its nights with any on sale; null: never. */
  servedAt: Date | null
  servesSome: boolean
  /** When it was last hidden or shown again. */
  turnedAt: Date
}

/** Whether Vrbo has fetched since the listing was hidden or shown again. */
export const hasFetchedChange = ({ servedAt, servesSome, hiddenAt, turnedAt }: FeedListing): boolean =>
  hiddenAt === null ? servedAt !== null && servedAt >= turnedAt : servedAt === null || !servesSome

/** The account whose feeds hold it, else the last account it was removed from. */
export async function feedListing(
  db: Queryable,
  scope: Scope,
  listingId: string,
): Promise<FeedListing | undefined> {
  const { rows } = await sql<FeedListing>`
    select f.account_id as "accountId", f.added_at as "addedAt", f.removed_at as "removedAt", f.hidden_at as "hiddenAt",
           f.served_at as "servedAt", f.served <> '[]' as "servesSome", f.turned_at as "turnedAt"
    from vrbo_listings f
    join vrbo_accounts a on a.workspace_id = f.workspace_id and a.id = f.account_id and a.revoked_at is null
    where f.workspace_id = ${scope.workspaceId} and f.listing_id = ${listingId}
    order by f.removed_at desc nulls first, f.account_id limit 1`.execute(db)
  return rows[0]
}

interface FeedListingKey {
  accountId: string
  listingId: string
}

export async function putIntoFeeds(
  tx: Queryable,
  scope: Scope,
  { accountId, listingId }: FeedListingKey,
  at: Date,
): Promise<void> {
  await sql`
    insert into vrbo_listings as f (workspace_id, account_id, listing_id, added_at, turned_at)
    values (${scope.workspaceId}, ${accountId}, ${listingId}, ${at}, ${at})
    on conflict (workspace_id, account_id, listing_id) do update
      set removed_at = null, added_at = case when f.removed_at is null then f.added_at else excluded.added_at end`.execute(
    tx,
  )
  await requestLook(tx, 'vrbo', { workspaceId: scope.workspaceId, readerId: accountId, listingId })
  await noteFeedLink(tx, scope, listingId, at)
}

export async function takeOutOfFeeds(
  tx: Queryable,
  scope: Scope,
  { accountId, listingId }: FeedListingKey,
  at: Date,
): Promise<void> {
  await sql`
    update vrbo_listings set removed_at = coalesce(removed_at, ${at}::timestamptz)
    where workspace_id = ${scope.workspaceId} and account_id = ${accountId} and listing_id = ${listingId}`.execute(
    tx,
  )
  await requestLook(tx, 'vrbo', { workspaceId: scope.workspaceId, readerId: accountId, listingId })
  await noteFeedLink(tx, scope, listingId, at)
}

export async function setHidden(
  tx: Queryable,
  scope: Scope,
  { accountId, listingId }: FeedListingKey,
  { isHidden, at }: { isHidden: boolean; at: Date },
): Promise<void> {
  await sql`
    update vrbo_listings set hidden_at = ${isHidden ? at : null}::timestamptz, turned_at = ${at}
    where workspace_id = ${scope.workspaceId} and account_id = ${accountId} and listing_id = ${listingId}
      and (hidden_at is null) = ${isHidden}::boolean`.execute(tx)
  await noteFeedLink(tx, scope, listingId, at)
}

/** Listings in the account's feeds. */
export async function accountListings(tx: Queryable, scope: Scope, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select listing_id::text as id from vrbo_listings
    where workspace_id = ${scope.workspaceId} and account_id = ${accountId} and removed_at is null
    order by listing_id`.execute(tx)
  return rows.map(({ id }) => id)
}

export interface FeedCandidate {
  active: boolean
  archived: boolean
  currency: string | null
  unitCount: number
  keeper: string | null
}

export async function feedCandidate(
  db: Queryable,
  scope: Scope,
  listingId: string,
): Promise<FeedCandidate | undefined> {
  const { rows } = await sql<FeedCandidate>`
    select l.active, l.archived_at is not null as archived, l.currency, l.unit_count as "unitCount",
           c.provider as keeper
    from listings l
    left join connections c on c.workspace_id = l.workspace_id and c.id = l.connection_id
    where l.workspace_id = ${scope.workspaceId} and l.id = ${listingId}`.execute(db)
  return rows[0]
}
