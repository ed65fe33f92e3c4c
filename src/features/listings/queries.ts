import { sql, type RawBuilder } from 'kysely'
import type { PageRequest } from '../../http/list.ts'
import type { ListingKeeper } from '../../records/listings/keeper.ts'
import { keeperOf } from '../../records/listings/keeper-sql.ts'
import { prepared } from '../../platform/prepared-statements.ts'
import { from, inScope, isNarrowed, type Queryable, type Scope } from '../../platform/tenant.ts'
import { totalOf } from '../../records/kept-counts/total-queries.ts'
import { isSumPlannedOnce, onPage, sumOf, type ListingListFilters } from './list-queries.ts'

export interface ListingColumns {
  id: string
  name: string
  public_name: string | null
  street: string | null
  city: string | null
  currency: string | null
  latitude: string | null
  longitude: string | null
  time_zone: string | null
  country_code: string | null
  active: boolean
  inactive_reason: string | null
  lifecycle_status: string | null
  archived_at: Date | null
  thumbnail_url: string | null
  content: unknown
  details: unknown
  amenities: unknown
  photos: unknown
  policies: unknown
  created_at: Date
  updated_at: Date
  channels: { platform: string; externalId: string; active: boolean; syncEnabled: boolean }[]
  account: { provider: string; externalAccountId: string; connectionId: string } | null
}

const channelsJson = ({ workspaceId }: Scope) => sql<ListingColumns['channels']>`(
  select coalesce(jsonb_agg(jsonb_build_object('platform', l.platform, 'externalId', l.external_id,
           'active', l.active, 'syncEnabled', l.sync_enabled) order by l.platform, l.external_id), '[]')
  from channel_links l where l.workspace_id = ${workspaceId}::bigint and l.listing_id = listings.id)`

const accountJson = ({ workspaceId }: Scope) => sql<ListingColumns['account']>`(
  select jsonb_build_object('provider', a.provider, 'externalAccountId', a.external_account_id,
           'connectionId', a.connection_id::text)
  from accounts a where a.workspace_id = ${workspaceId}::bigint and a.id = listings.account_id)`

const listed = [
  'listings.id',
  'listings.name',
  'listings.public_name',
  'listings.street',
  'listings.city',
  'listings.currency',
  'listings.latitude',
  'listings.longitude',
  'listings.time_zone',
  'listings.country_code',
  'listings.active',
  'listings.inactive_reason',
  'listings.lifecycle_status',
  'listings.archived_at',
  'listings.thumbnail_url',
  'listings.amenities',
  'listings.created_at',
  'listings.updated_at',
] as const

/** These are large, so they are read only when shown. */
const expansions = (include: readonly string[]) =>
  [
    include.includes('content')
      ? sql<unknown>`listings.content`.as('content')
      : sql<unknown>`null`.as('content'),
    include.includes('details')
      ? sql<unknown>`listings.details`.as('details')
      : sql<unknown>`null`.as('details'),
    include.includes('photos') ? sql<unknown>`listings.photos`.as('photos') : sql<unknown>`null`.as('photos'),
    include.includes('policies')
      ? sql<unknown>`listings.policies`.as('policies')
      : sql<unknown>`null`.as('policies'),
  ] as const

export async function listings(
  db: Queryable,
  scope: Scope,
  filters: ListingListFilters,
  page: PageRequest,
  include: readonly string[] = [],
): Promise<ListingColumns[]> {
  const rows = from(db, scope, 'listings')
    .select([
      ...listed,
      ...expansions(include),
      channelsJson(scope).as('channels'),
      accountJson(scope).as('account'),
    ])
    .orderBy(page.orderBy as RawBuilder<string>)
  return onPage(rows, { scope, filters, page }).execute()
}

export const listingTotal = (db: Queryable, scope: Scope, filters: ListingListFilters): Promise<number> =>
  totalOf(db, sumOf(scope, filters), { plannedOnce: isSumPlannedOnce(scope, filters) })

/** One listing with its keeper. */
export async function listing(
  db: Queryable,
  scope: Scope,
  id: string,
  include: readonly string[],
): Promise<(ListingColumns & { keeper: ListingKeeper }) | undefined> {
  return from(db, scope, 'listings')
    .select([
      ...listed,
      ...expansions(include),
      channelsJson(scope).as('channels'),
      accountJson(scope).as('account'),
      keeperOf('listings', scope).as('keeper'),
    ])
    .where('listings.id', '=', id)
    .$if(!isNarrowed(scope), (one) => one.modifyEnd(prepared))
    .executeTakeFirst()
}

export async function units(db: Queryable, scope: Scope, listingId: string) {
  return from(db, scope, 'units')
    .innerJoin('listing_units', (join) =>
      join
        .onRef('listing_units.workspace_id', '=', 'units.workspace_id')
        .onRef('listing_units.unit_id', '=', 'units.id'),
    )
    .select([
      'units.id',
      'units.name',
      'units.active',
      'units.parent_id',
      'units.housekeeping_status',
      'units.floor',
      'units.source',
    ])
    .where('listing_units.listing_id', '=', listingId)
    .orderBy('units.id')
    .execute()
}

export interface MarkupRow {
  platform: string
  external_id: string
  hotel_id: string | null
  /** On Booking.com the markup is the hotel's, and later links get the same one. */
  markup_percent: string | null
  /** All listings linked to the same hotel. */
  listing_ids: string[]
}

export async function markups(db: Queryable, scope: Scope, listingId: string): Promise<MarkupRow[]> {
  const { rows } = await sql<MarkupRow>`
    select l.platform, l.external_id, l.hotel_id, coalesce(l.markup_percent, hotel.markup_percent) as markup_percent,
           coalesce(hotel.listing_ids, '{}') as listing_ids
    from channel_links l
    left join lateral (
      select max(other.markup_percent) as markup_percent,
             array_agg(distinct other.listing_id order by other.listing_id)::text[] as listing_ids
      from channel_links other
      join listings owner on owner.workspace_id = other.workspace_id and owner.id = other.listing_id
      where ${inScope(scope, 'listings', 'owner')}
        and other.workspace_id = l.workspace_id and l.platform = 'booking' and other.platform = 'booking'
        and other.hotel_id = l.hotel_id) hotel on true
    where l.workspace_id = ${scope.workspaceId} and l.listing_id = ${listingId}
      and l.platform in ('airbnb', 'booking', 'vrbo')
    order by l.platform, l.external_id`.execute(db)
  return rows
}
