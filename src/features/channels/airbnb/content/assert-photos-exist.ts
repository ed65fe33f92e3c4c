import type { ChannelPhoto } from '../../../../contract/channel-content/photos.ts'
import { ApiError } from '../../../../platform/api-error.ts'

/** Throws for the first photo that the listing does not have on Airbnb. */
export function assertPhotosExist(
  content: readonly ChannelPhoto[],
  photoIds: readonly string[],
  { listingId, field }: { listingId: string; field: string },
): void {
  const there = content.map(({ photoId }) => photoId)
  const missing = photoIds.find((photoId) => !there.includes(photoId))
  if (missing === undefined) return
  throw new ApiError('not_found', `Listing ${listingId} has no photo ${missing} on Airbnb.`, {
    field,
    value_received: missing,
    valid_values: there,
  })
}
