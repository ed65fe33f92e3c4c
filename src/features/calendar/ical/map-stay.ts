/** Maps a feed's stay to a reservation. Pure. */
import type { ReservationRecord } from '../../../contract/records.ts'
import type { FeedRow } from './feed-queries.ts'
import { platforms, type FeedEvent } from './platforms.ts'
import type { UntoldStay } from './span-queries.ts'

/** Code of a stay whose file gives none. */
const codeOf = (ref: string) => `ICAL-${ref.slice(0, 8).toUpperCase()}`
const isNamedHere = ({ code, ref }: UntoldStay) => code === codeOf(ref)

/** Unknown fields stay open: price, party, and mostly the guest. A code that the file no longer gives is kept. */
export function toReservation(
  { ref, code, guestFirstName, isTentative = false, first, until }: FeedEvent & { ref: string },
  { listing_id: listingId, platform }: Pick<FeedRow, 'listing_id' | 'platform'>,
  knownCodes: ReadonlyMap<string, string>,
): ReservationRecord {
  return {
    kind: 'reservation',
    externalId: ref,
    listingExternalId: listingId,
    confirmationCode: code ?? knownCodes.get(ref) ?? codeOf(ref),
    source: platforms[platform].source,
    status: isTentative ? 'pending' : 'confirmed',
    checkIn: first,
    checkOut: until,
    totalPrice: null,
    currency: null,
    ...(guestFirstName === null ? {} : { guest: { firstName: guestFirstName } }),
    sourceStatus: isTentative ? 'tentative' : 'reserved',
  }
}

/**
 * Finds the reservation of a new stay, where an imported file or an earlier code has one; else creates a ref. Each is
 * used once.
 */
export function createRecordFinder(
  untold: readonly UntoldStay[],
  newRef: () => string,
): (event: FeedEvent) => { ref: string; first?: string } {
  const left = new Set(untold)
  return ({ kind, code, first, until }) => {
    if (kind === 'block') return { ref: newRef() }
    const isSame = (stay: UntoldStay) =>
      code === null ? isNamedHere(stay) && stay.stands : stay.code === code
    const hasDates = (stay: UntoldStay) => stay.first === first && stay.until === until
    const candidates = [...left].filter(isSame)
    const found = candidates.find(hasDates) ?? (code === null ? undefined : candidates[0])
    if (!found) return { ref: newRef() }
    left.delete(found)
    return { ref: found.ref, first: found.first }
  }
}
