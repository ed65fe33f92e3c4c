/** The listing data an Airbnb listing is created from. */
import { sql } from 'kysely'
import { inScope, type Queryable, type Scope } from '../../../../../platform/tenant.ts'
import type { AddressRow } from '../status-queries.ts'
import type { StoredJson } from '../queries.ts'

export interface CreatableListing extends AddressRow {
  /** The public name, or else the internal one. */
  name: string
  details: StoredJson | null
  latitude: number | null
  longitude: number | null
  currency: string | null
  units: number
  createdAt: Date
}

export async function creatableListing(
  db: Queryable,
  scope: Scope,
  listingId: string,
): Promise<CreatableListing | undefined> {
  const { rows } = await sql<CreatableListing>`
    select coalesce(l.public_name, l.name) as name, l.details, l.street, l.city, l.state, l.postal_code as "postalCode",
           l.country_code as "countryCode", l.latitude::float8 as latitude, l.longitude::float8 as longitude, l.currency,
           l.unit_count as units, l.created_at as "createdAt"
    from listings l where ${inScope(scope, 'listings', 'l')} and l.id = ${listingId}`.execute(db)
  return rows[0]
}
