/** What is chosen for a room before anybody chose: saving it untouched does no harm. */
import type { ClaimedRoom } from './session.ts'

/** Values of the list beside the ids of listings. */
export const create = 'create'
export const leave = 'leave'

/**
 * What is mapped stays so; else the listing of the same name. A new listing is made only where there is none yet: beside homes
 * that are read from elsewhere it would be a second one for the same home. A host's listing stands here as it is there.
 */
export function firstChoice(
  { currentListingId, suggestedListingId, numberOfRooms }: ClaimedRoom,
  { kind, hasListings }: { kind: 'rooms' | 'units'; hasListings: boolean },
): string {
  const known = currentListingId ?? suggestedListingId ?? null
  if (known !== null) return String(known)
  return kind === 'rooms' && numberOfRooms > 0 && !hasListings ? create : leave
}
