/** Listings linked to a connected Airbnb host. */
import { sql, type RawBuilder } from 'kysely'
import type { ChannelAmenities } from '../../../contract/channel-content/amenities.ts'
import { isUsual, type PageRequest } from '../../../http/list.ts'
import { isoText } from '../../../platform/iso-text-sql.ts'
import { inScope, isNarrowed, type Queryable, type Scope } from '../../../platform/tenant.ts'
import { endOf, onMergedPage } from '../../../records/kept-counts/page-queries.ts'
import { keptTotal, totalOf } from '../../../records/kept-counts/total-queries.ts'
import { hasOneOf, keptListings } from '../../../records/listings/kept-listings.ts'
import type { SyncCategory } from '../../../contract/records/listing.ts'
import { syncCategoryOf } from '../../../records/listings/sync-category.ts'
import { hostOf, type RowHost } from '../engine/row-sql.ts'

export interface AirbnbListingLinkRow {
  connectionId: string
  externalId: string
  host: RowHost
  isUp: boolean
  /** null: Airbnb did not say whether it can be booked. */
  isOpen: boolean | null
  syncCategory: SyncCategory | null
  /** null: our calendar is not written there. */
  mendsDrift: boolean | null
  keeps: boolean
  markupPercent: string | null
  lockedFields: string[]
  amenities: ChannelAmenities | null
  createdAt: string
}

export interface AirbnbListingRow {
  id: string
  name: string
  public_name: string | null
  city: string | null
  active: boolean
  inactive_reason: string | null
  thumbnail_url: string | null
  links: AirbnbListingLinkRow[]
}

export interface AirbnbListingFilters {
  connectionIds: readonly string[]
  status: 'active' | 'inactive' | 'all'
  listingId?: string
}

const linksThrough = (scope: Scope, { connectionIds }: AirbnbListingFilters) => sql`
  k.workspace_id = ${scope.workspaceId} and k.listing_id = listings.id
  and k.connection_id = any(${[...connectionIds]}::bigint[])`

const linksOf = (scope: Scope, filters: AirbnbListingFilters): RawBuilder<AirbnbListingLinkRow[]> => sql<
  AirbnbListingLinkRow[]
>`(
  select coalesce(jsonb_agg(jsonb_build_object(
    'connectionId', k.connection_id::text, 'externalId', k.external_id, 'host', ${hostOf(scope, 'k')},
    'isUp', n.status = 'active', 'isOpen', c.active, 'syncCategory', ${syncCategoryOf('c')},
    'mendsDrift', (select s.mends_drift from selling_links s where s.workspace_id = ${scope.workspaceId}::bigint
                   and s.connection_id = k.connection_id and s.external_id = k.external_id),
    'keeps', (listings.connection_id, listings.external_id) is not distinct from (k.connection_id, k.external_id),
    'markupPercent', c.markup_percent::text,
    'lockedFields', (select coalesce(jsonb_agg(distinct locked.field order by locked.field), '[]')
                     from channel_content p, unnest(p.locked_fields) locked (field)
                     where p.workspace_id = ${scope.workspaceId}::bigint and p.connection_id = k.connection_id
                       and p.external_id = k.external_id),
    'amenities', (select p.content from channel_content p
                  where p.workspace_id = ${scope.workspaceId}::bigint and p.connection_id = k.connection_id
                    and p.external_id = k.external_id and p.section = 'amenities'),
    'createdAt', ${sql.raw(isoText('k.created_at'))})
    order by k.connection_id, k.external_id), '[]')
  from listing_links k
  join connections n on n.workspace_id = k.workspace_id and n.id = k.connection_id
  left join channel_links c on c.workspace_id = k.workspace_id and c.listing_id = k.listing_id
    and c.platform = n.provider and c.external_id = k.external_id
  where ${linksThrough(scope, filters)})`

/** `offset 0` checks listing by listing, so a page reads the index in order. */
const matchCondition = (scope: Scope, filters: AirbnbListingFilters): RawBuilder<boolean> => sql<boolean>`
  ${inScope(scope, 'listings')} and listings.archived_at is null
  and exists (select from listing_links k where ${linksThrough(scope, filters)} offset 0)
  and (${filters.status} = 'all' or listings.active = (${filters.status} = 'active'))
  and (${filters.listingId ?? null}::bigint is null or listings.id = ${filters.listingId ?? null})`

const columns = (
  scope: Scope,
) => sql`listings.id, listings.name, listings.public_name, listings.city, listings.active,
  listings.inactive_reason, coalesce(listings.thumbnail_url, (
    select p.content -> 0 ->> 'url' from listing_links k
    join channel_content p on p.workspace_id = k.workspace_id and p.connection_id = k.connection_id
      and p.external_id = k.external_id and p.section = 'photos'
    where k.workspace_id = ${scope.workspaceId}::bigint and k.listing_id = listings.id and p.content -> 0 ->> 'url' is not null
    order by k.connection_id, k.external_id limit 1)) as thumbnail_url`

/** The filters in terms of stored counts; undefined for single listings. */
function toListQuery(scope: Scope, { status, connectionIds }: AirbnbListingFilters) {
  if (scope.listingIds) return undefined
  return {
    traits: {
      archived: [''],
      ...(status === 'all' ? {} : { activity: [status] }),
      ...(scope.connectionIds ? { connection: scope.connectionIds } : {}),
    },
    also: hasOneOf('hosts', connectionIds),
  }
}

/** The default filter, active listings of all hosts, reads its index from the start. */
const onAnyHost = sql<boolean>`listings.on_hosts <> '' and listings.active and listings.archived_at is null`

export async function listingsOnAirbnb(
  db: Queryable,
  scope: Scope,
  { isOfAllHosts, ...filters }: AirbnbListingFilters & { isOfAllHosts: boolean },
  page: PageRequest,
): Promise<AirbnbListingRow[]> {
  const listQuery = toListQuery(scope, filters)
  const hasHosts = filters.connectionIds.length > 0
  const isDefault = isOfAllHosts && hasHosts && filters.status === 'active' && !isNarrowed(scope)
  const select = sql`select ${columns(scope)}, ${linksOf(scope, filters)} as links from listings`
  const inOrder = sql`order by ${page.orderBy}`
  const { rows } =
    listQuery && !isDefault
      ? await sql<AirbnbListingRow>`
          ${select} where ${onMergedPage(scope, keptListings, listQuery, page)} ${inOrder}`.execute(db)
      : await sql<AirbnbListingRow>`
          ${select} where ${isDefault ? sql`${inScope(scope, 'listings')} and ${onAnyHost}` : matchCondition(scope, filters)}
            and ${page.after ?? sql`true`}
          ${inOrder} ${endOf(page, isDefault && isUsual(page))}`.execute(db)
  return rows
}

export async function listingOnAirbnb(
  db: Queryable,
  scope: Scope,
  filters: AirbnbListingFilters & { listingId: string },
): Promise<AirbnbListingRow | undefined> {
  const { rows } = await sql<AirbnbListingRow>`
    select ${columns(scope)}, ${linksOf(scope, filters)} as links from listings
    where ${matchCondition(scope, filters)}`.execute(db)
  return rows[0]
}

export function listingsOnAirbnbTotal(
  db: Queryable,
  scope: Scope,
  filters: AirbnbListingFilters,
): Promise<number> {
  const listQuery = toListQuery(scope, filters)
  return totalOf(
    db,
    listQuery
      ? keptTotal(scope, keptListings, listQuery)
      : sql<string>`(select count(*) from listings where ${matchCondition(scope, filters)})`,
  )
}
