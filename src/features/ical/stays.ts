/** A stay of a feed as a reservation. Pure. */
import type { ReservationRecord } from '../../contract/records.ts'
import type { FeedRow } from './feed-queries.ts'
import { platforms, type FeedEvent } from './platforms.ts'

/** What the file does not say is left open: no price, no party, and mostly no guest. */
export function toReservation(
  { ref, code, guestFirstName, first, until }: FeedEvent & { ref: string },
  { listing_id: listingId, platform }: Pick<FeedRow, 'listing_id' | 'platform'>,
): ReservationRecord {
  return {
    kind: 'reservation',
    externalId: ref,
    listingExternalId: listingId,
    confirmationCode: code ?? `ICAL-${ref.slice(0, 8).toUpperCase()}`,
    source: platforms[platform].source,
    status: 'confirmed',
    checkIn: first,
    checkOut: until,
    totalPrice: null,
    currency: null,
    ...(guestFirstName === null ? {} : { guest: { firstName: guestFirstName } }),
    sourceStatus: 'reserved',
  }
}
