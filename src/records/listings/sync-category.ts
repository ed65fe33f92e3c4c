/** At Airbnb the host sets for each listing how far this server may write it. */
import { sql, type RawBuilder } from 'kysely'
import type { SyncCategory } from '../../contract/records/listing.ts'
import { ApiError } from '../../platform/api-error.ts'

/** Takes the name of `channel_links` in the query. Older rows without a category derive it from `sync_enabled`. */
export const syncCategoryOf = (table: string): RawBuilder<SyncCategory | null> => sql<SyncCategory | null>`
  coalesce(${sql.ref(`${table}.sync_category`)}, case when ${sql.ref(`${table}.platform`)} = 'airbnb' then
    case when ${sql.ref(`${table}.sync_enabled`)} then 'sync_all' else 'none' end end)`

export function notApiConnected(
  { listingId, externalId }: { listingId: string; externalId: string },
  category: SyncCategory | null,
): ApiError {
  const message =
    category === 'sync_rates_and_availability'
      ? `Of Airbnb listing ${externalId} nights and prices alone are synchronised with this server, so nothing else can be written to it.`
      : `Airbnb listing ${externalId} is not synchronised with this server, so nothing can be written to it.`
  return new ApiError('listing_not_api_connected', message, {
    listing_id: listingId,
    airbnb_listing_id: externalId,
    sync_category: category,
  })
}
