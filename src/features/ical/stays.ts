/** A stay of a feed as a reservation. Pure. */
import type { ReservationRecord } from '../../contract/records.ts'
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

/** The reservation that a stay is already, where a file brought it along; else a new one. Each is taken once. */
export function refsFor(untold: readonly UntoldStay[], newRef: () => string): (event: FeedEvent) => string {
  const left = [...untold]
  return ({ code, first, until }) => {
    const at = left.findIndex(
      (stay) =>
        stay.first === first &&
        stay.until === until &&
        (code === null ? isNamedHere(stay) : stay.code === code),
    )
    return left.splice(at, at < 0 ? 0 : 1)[0]?.ref ?? newRef()
  }
}
