/** A stay of a feed as a reservation. Pure. */
import type { ReservationRecord } from '../../../contract/records.ts'
import type { FeedRow } from './feed-queries.ts'
import { platforms, type FeedEvent } from './platforms.ts'
import type { UntoldStay } from './span-queries.ts'

/** Of a stay whose file tells no code. */
const codeOf = (ref: string) => `ICAL-${ref.slice(0, 8).toUpperCase()}`
const isNamedHere = ({ code, ref }: UntoldStay) => code === codeOf(ref)

/**
 * What the file does not say is left open: no price, no party, and mostly no guest. A code that it does not say any more is the
 * one that was told.
 */
export function toReservation(
  { ref, code, guestFirstName, isTentative = false, first, until }: FeedEvent & { ref: string },
  { listing_id: listingId, platform }: Pick<FeedRow, 'listing_id' | 'platform'>,
  told: ReadonlyMap<string, string>,
): ReservationRecord {
  return {
    kind: 'reservation',
    externalId: ref,
    listingExternalId: listingId,
    confirmationCode: code ?? told.get(ref) ?? codeOf(ref),
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
 * The reservation that a new stay is already, where a file brought it along, or where its code was told before; else a new one. Each
 * is taken once.
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
