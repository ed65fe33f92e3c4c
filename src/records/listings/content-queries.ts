import { sql } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import type { OwnValues } from './own-values.ts'
import type { ContentValues } from './content-columns.ts'

/** Clears the source hash, so that the next reading of the PMS is stored. */
export async function updateContent(
  db: Queryable,
  scope: Scope,
  id: string,
  { values, own }: { values: ContentValues; own: OwnValues },
): Promise<void> {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value))
  await sql`
    update listings
    set public_name = ${values.public_name}, street = ${values.street}, city = ${values.city}, state = ${values.state},
        postal_code = ${values.postal_code}, country_code = ${values.country_code},
        latitude = ${values.latitude}::numeric, longitude = ${values.longitude}::numeric, currency = ${values.currency},
        default_nightly_price = ${values.default_nightly_price}::numeric, thumbnail_url = ${values.thumbnail_url},
        amenities = ${json(values.amenities)}::jsonb, photos = ${json(values.photos)}::jsonb,
        rooms = ${json(values.rooms)}::jsonb, checkout_tasks = ${json(values.checkout_tasks)}::jsonb,
        pricing = ${json(values.pricing ?? {})}::jsonb, policies = ${json(values.policies ?? {})}::jsonb,
        own_values = ${json(own)}::jsonb, content = ${json(values.content)}::jsonb, details = ${json(values.details)}::jsonb,
        source_hash = null
    where workspace_id = ${scope.workspaceId} and id = ${id}`.execute(db)
}
