/** Listings of an account with all that their feeds contain, except nights. */
import { sql } from 'kysely'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import type { FeedKind } from './feed/facts.ts'

export interface FeedSource {
  listingId: string
  name: string
  publicName: string | null
  street: string | null
  city: string | null
  state: string | null
  postalCode: string | null
  countryCode: string | null
  latitude: string | null
  longitude: string | null
  timeZone: string | null
  currency: string | null
  defaultPrice: string | null
  /** Active here, in the feeds and not offline. */
  isShown: boolean
  content: Record<string, unknown> | null
  details: Record<string, unknown> | null
  amenities: unknown[]
  photos: { url?: unknown; caption?: unknown; sortOrder?: unknown }[]
  pricing: Record<string, unknown>
  policies: Record<string, unknown>
  markupPercent: string | null
}

const isShown = sql<boolean>`(l.active and l.archived_at is null and f.removed_at is null and f.hidden_at is null)`

/** Ordered by id; includes removed listings. */
export async function feedSources(
  db: Queryable,
  scope: Scope,
  accountId: string,
  listingIds: readonly string[],
): Promise<FeedSource[]> {
  const { rows } = await sql<FeedSource>`
    select f.listing_id::text as "listingId", l.name, l.public_name as "publicName", l.street, l.city, l.state,
           l.postal_code as "postalCode", l.country_code as "countryCode", l.latitude, l.longitude,
           l.time_zone as "timeZone", l.currency, l.default_nightly_price as "defaultPrice",
           ${isShown} as "isShown",
           l.content, l.details, l.amenities, l.photos, l.pricing, l.policies, sold.markup_percent as "markupPercent"
    from vrbo_listings f
    join listings l on l.workspace_id = f.workspace_id and l.id = f.listing_id
    left join channel_links sold on sold.workspace_id = f.workspace_id and sold.listing_id = f.listing_id
      and sold.platform = 'vrbo' and sold.external_id = f.listing_id::text
    where f.workspace_id = ${scope.workspaceId} and f.account_id = ${accountId}
      and f.listing_id = any(${listingIds}::bigint[])
    order by f.listing_id`.execute(db)
  return rows
}

export interface MarkedSource extends Pick<FeedSource, 'listingId' | 'timeZone' | 'currency' | 'isShown'> {
  /** Unchanged as long as nothing that `feedSources` reads was written. */
  mark: string
  /** Its document as last announced; null: never. */
  told: { mark: string | null; changedAt: Date; isActive: boolean | null; isRendered: boolean } | null
}

/** The account's listings after `after`, without their feed content. */
export async function markedSources(
  db: Queryable,
  scope: Scope,
  { accountId, kind, after, limit }: { accountId: string; kind: FeedKind; after: string; limit: number },
): Promise<MarkedSource[]> {
  const { rows } = await sql<
    Omit<MarkedSource, 'told'> & {
      told: string | null
      changedAt: Date | null
      isActive: boolean | null
      isRendered: boolean
    }
  >`
    select f.listing_id::text as "listingId", l.time_zone as "timeZone", l.currency, ${isShown} as "isShown",
           concat_ws('.', l.xmin, f.removed_at is null, f.hidden_at is null, sold.xmin) as mark,
           d.mark as told, d.changed_at as "changedAt", d.active as "isActive", d.etag is not null as "isRendered"
    from vrbo_listings f
    join listings l on l.workspace_id = f.workspace_id and l.id = f.listing_id
    left join channel_links sold on sold.workspace_id = f.workspace_id and sold.listing_id = f.listing_id
      and sold.platform = 'vrbo' and sold.external_id = f.listing_id::text
    left join vrbo_documents d on d.workspace_id = f.workspace_id and d.account_id = f.account_id
      and d.listing_id = f.listing_id and d.kind = ${kind}
    where f.workspace_id = ${scope.workspaceId} and f.account_id = ${accountId} and f.listing_id > ${after}::bigint
    order by f.listing_id limit ${limit}`.execute(db)
  return rows.map(({ told: mark, changedAt, isActive, isRendered, ...source }) => ({
    ...source,
    told: changedAt && { mark, changedAt, isActive, isRendered },
  }))
}
