/** Listings of an account with everything that stands in its feeds, but for their nights. */
import { sql } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'

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

/** By their id: those behind `after`, or the one that is asked for. Also those that were taken out. */
export async function feedSources(
  db: Queryable,
  scope: Scope,
  accountId: string,
  wanted: { listingId: string } | { after: string; limit: number },
): Promise<FeedSource[]> {
  const which =
    'listingId' in wanted
      ? sql`f.listing_id = ${wanted.listingId}`
      : sql`f.listing_id > ${wanted.after}::bigint`
  const { rows } = await sql<FeedSource>`
    select f.listing_id::text as "listingId", l.name, l.public_name as "publicName", l.street, l.city, l.state,
           l.postal_code as "postalCode", l.country_code as "countryCode", l.latitude, l.longitude,
           l.time_zone as "timeZone", l.currency, l.default_nightly_price as "defaultPrice",
           l.active and l.archived_at is null and f.removed_at is null and f.hidden_at is null as "isShown",
           l.content, l.details, l.amenities, l.photos, l.pricing, l.policies, sold.markup_percent as "markupPercent"
    from vrbo_listings f
    join listings l on l.workspace_id = f.workspace_id and l.id = f.listing_id
    left join channel_links sold on sold.workspace_id = f.workspace_id and sold.listing_id = f.listing_id
      and sold.platform = 'vrbo' and sold.external_id = f.listing_id::text
    where f.workspace_id = ${scope.workspaceId} and f.account_id = ${accountId} and ${which}
    order by f.listing_id limit ${'limit' in wanted ? wanted.limit : 1}`.execute(db)
  return rows
}
