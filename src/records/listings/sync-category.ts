/** How far the host of an Airbnb account lets this server write a listing; it is set at Airbnb, listing by listing. */
import { sql, type RawBuilder } from 'kysely'
import type { SyncCategory } from '../../contract/records/listing.ts'
import { ApiError } from '../../platform/api-error.ts'

/** Of a row of `channel_links`; one that was not read since categories are kept had only two of them. */
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
