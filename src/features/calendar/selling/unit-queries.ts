/** Units of a channel account as a person maps them, and the listings that fit them. */
import { sql, type RawBuilder } from 'kysely'
import { likePattern } from '../../../platform/like-pattern.ts'
import { from, type Queryable, type Scope } from '../../../platform/tenant.ts'

/** An account of a channel, by its connection. */
export interface MappedAccount {
  /** null: none is connected yet. */
  connectionId: string | null
  provider: string
  /** A listing can be on this channel once. */
  once: boolean
}

export interface AccountUnit {
  externalId: string
  name: string
  /** null: it has the listing that a reading created for it. */
  listingId: string | null
  /** The listing it has, mapped or not. */
  readAsId: string
  sells: boolean
  /** Whether changes made there by hand are overwritten; null: our calendar is not written there. */
  mendsDrift: boolean | null
  currency: string | null
  unitCount: number
  maxGuests: number | null
}

export async function accountUnits(
  db: Queryable,
  scope: Scope,
  connectionId: string,
): Promise<AccountUnit[]> {
  const { rows } = await sql<AccountUnit>`
    select k.external_id as "externalId", coalesce(k.unit_name, l.name) as name, l.currency, l.unit_count as "unitCount",
           case when (l.connection_id, l.external_id) is not distinct from (k.connection_id, k.external_id) then null
                else k.listing_id end as "listingId", k.listing_id as "readAsId",
           (l.details->>'personCapacity')::numeric::int as "maxGuests",
           s.external_id is not null as sells, s.mends_drift as "mendsDrift"
    from listing_links k
    left join selling_links s on s.workspace_id = k.workspace_id and s.connection_id = k.connection_id
      and s.external_id = k.external_id
    join listings l on l.workspace_id = k.workspace_id and l.id = k.listing_id
    where k.workspace_id = ${scope.workspaceId} and k.connection_id = ${connectionId}
    order by k.external_id`.execute(db)
  return rows
}

export interface ListingOption {
  id: string
  name: string
  city: string | null
}

/** Excludes listings that another account of the channel holds, and listings the channel itself keeps. */
const isOption = (
  scope: Scope,
  { connectionId, provider, once }: MappedAccount,
): RawBuilder<boolean> => sql<boolean>`
  listings.active and listings.archived_at is null
  and not exists (
    select from connections keeper
    where keeper.workspace_id = listings.workspace_id and keeper.id = listings.connection_id
      and keeper.provider = ${provider})
  and not exists (
    select from channel_links c
    where c.workspace_id = listings.workspace_id and c.listing_id = listings.id and c.platform = ${provider} and c.active
      and c.hotel_id is distinct from (
        select external_account_id from connections
        where workspace_id = ${scope.workspaceId} and id = ${connectionId}::bigint)
      and not exists (
        select from listing_links own
        where own.workspace_id = ${scope.workspaceId} and own.connection_id = ${connectionId}::bigint
          and own.external_id = c.external_id))
  and not (${once} and exists (
    select from listing_links k
    join connections n on n.workspace_id = k.workspace_id and n.id = k.connection_id
    where k.workspace_id = ${scope.workspaceId} and k.listing_id = listings.id and n.provider = ${provider}))`

/** Listings that units of the account can be mapped to. */
export async function listingOptions(
  db: Queryable,
  scope: Scope,
  account: MappedAccount,
  { q, limit }: { q: string | undefined; limit: number },
): Promise<{ rows: ListingOption[]; total: number }> {
  const matching = from(db, scope, 'listings')
    .where(isOption(scope, account))
    .where(q === undefined ? sql<boolean>`true` : sql<boolean>`name ilike ${likePattern(q)}`)
  const rows = await matching
    .select(['id', 'name', 'city'])
    .orderBy('name')
    .orderBy('id')
    .limit(limit)
    .execute()
  const { count } = await matching.select(sql<string>`count(*)`.as('count')).executeTakeFirstOrThrow()
  return { rows, total: Number(count) }
}

/** Options that have one of these names. */
export function namesakes(
  db: Queryable,
  scope: Scope,
  account: MappedAccount,
  names: readonly string[],
): Promise<{ id: string; name: string; public_name: string | null }[]> {
  return from(db, scope, 'listings')
    .where(isOption(scope, account))
    .where(sql<boolean>`(name = any(${names}::text[]) or public_name = any(${names}::text[]))`)
    .select(['id', 'name', 'public_name'])
    .orderBy('id')
    .execute()
}

/** How many stays the account has brought to these listings. */
export async function stayCount(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  listingIds: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from reservations
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId}
      and listing_id = any(${listingIds}::bigint[])`.execute(db)
  return rows[0]?.count ?? 0
}

export async function unitCountOf(db: Queryable, scope: Scope, listingId: string): Promise<number> {
  const { rows } = await sql<{ units: number }>`
    select unit_count as units from listings
    where workspace_id = ${scope.workspaceId} and id = ${listingId}`.execute(db)
  return rows[0]?.units ?? 1
}
