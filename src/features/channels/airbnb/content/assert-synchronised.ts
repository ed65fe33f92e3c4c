/** Whether the host lets this server write a listing: Airbnb has a synchronisation level per listing. */
import type { ContentSection } from '../../../../contract/channel-content/sections.ts'
import type { SyncCategory } from '../../../../contract/records/listing.ts'
import type { ApiError } from '../../../../platform/api-error.ts'
import { notApiConnected } from '../../../../records/listings/sync-category.ts'
import { callConnection, type ConnectionAccess } from '../../../../upstream/access.ts'
import type { AirbnbLink } from './find-link.ts'

/** Sections that belong to nights and prices. */
const ofNights: ReadonlySet<string> = new Set<ContentSection | 'nights'>([
  'nights',
  'availabilityRules',
  'pricing',
])

const isWritableCategory = (category: SyncCategory | null, section: ContentSection | 'nights'): boolean =>
  category !== 'none' && (category !== 'sync_rates_and_availability' || ofNights.has(section))

/** Throws where the host is known to forbid writing it. */
export function assertSynchronised(link: AirbnbLink, section: ContentSection | 'nights'): void {
  if (!isWritableCategory(link.syncCategory, section)) throw notApiConnected(link, link.syncCategory)
}

/** Why a write was forbidden: this part of the listing is, or the whole account as `otherwise` says. */
export async function explainForbidden(
  access: ConnectionAccess,
  link: AirbnbLink,
  section: ContentSection | 'nights',
  otherwise: ApiError,
): Promise<ApiError> {
  const one = access.connector.operations.listings?.one
  const listing = await callConnection(access, async (context) => one?.(context, link.externalId)).catch(
    () => null,
  )
  const channel = listing?.channels?.find(({ externalId }) => externalId === link.externalId)
  const category = channel?.syncCategory ?? null
  return isWritableCategory(category, section) ? otherwise : notApiConnected(link, category)
}
