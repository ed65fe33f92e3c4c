/** Listings that this server keeps itself. */
import { sql } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { newId } from '../../platform/tenant.ts'

/** Makes the listing native: its last known content is its own from now on. */
export async function keepHere(tx: Queryable, scope: Scope, listingId: string, at: Date): Promise<void> {
  await sql`
    update listings
    set connection_id = null, external_id = null, account_id = null, source_hash = null, updated_at = ${at}
    where workspace_id = ${scope.workspaceId} and id = ${listingId}`.execute(tx)
}

export interface NewListing {
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
  defaultNightlyPrice: string | null
  content: object | null
  details: object | null
  pricing: object
  policies: object
}

export async function insertListing(
  db: Queryable,
  scope: Scope,
  listing: NewListing,
  at: Date,
): Promise<string> {
  const id = await newId(db, scope, 'listings')
  const json = (value: object | null) => (value === null ? null : JSON.stringify(value))
  await sql`
    with made as (
      insert into listings (workspace_id, id, name, public_name, street, city, state, postal_code, country_code, latitude,
                            longitude, time_zone, currency, lifecycle_status, default_nightly_price, content, details,
                            pricing, policies, created_at, updated_at)
      values (${scope.workspaceId}, ${id}, ${listing.name}, ${listing.publicName}, ${listing.street}, ${listing.city},
              ${listing.state}, ${listing.postalCode}, ${listing.countryCode}, ${listing.latitude}::numeric,
              ${listing.longitude}::numeric, ${listing.timeZone}, ${listing.currency}, 'draft',
              ${listing.defaultNightlyPrice}::numeric, ${json(listing.content)}::jsonb, ${json(listing.details)}::jsonb,
              ${json(listing.pricing)}::jsonb, ${json(listing.policies)}::jsonb, ${at}, ${at})
      returning id
    )
    insert into record_history (workspace_id, record_type, record_id, revision, change, previous, origin, created_at)
    select ${scope.workspaceId}, 'listing', id, 1, 'created', '{}', 'api', ${at} from made`.execute(db)
  return id
}
