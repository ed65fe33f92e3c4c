/** Whether the host lets this server write the listing: synchronisation is switched on and off at Airbnb, listing by listing. */
import { ApiError } from '../../../platform/api-error.ts'
import { callConnection, type ConnectionAccess } from '../../../upstream/access.ts'
import type { Link } from './link.ts'

export const notApiConnected = ({ listingId, externalId }: Link): ApiError =>
  new ApiError(
    'listing_not_api_connected',
    `Airbnb listing ${externalId} is not synchronised with this server, so nothing can be written to it.`,
    { listing_id: listingId, airbnb_listing_id: externalId, sync_category: 'none' },
  )

/** A write that was forbidden: of the listing, or of the whole account as `otherwise` says. */
export async function whyForbidden(
  access: ConnectionAccess,
  link: Link,
  otherwise: ApiError,
): Promise<ApiError> {
  const one = access.connector.operations.listings?.one
  const listing = await callConnection(access, async (context) => one?.(context, link.externalId)).catch(
    () => null,
  )
  const channel = listing?.channels?.find(({ externalId }) => externalId === link.externalId)
  return channel?.syncEnabled === false ? notApiConnected(link) : otherwise
}
