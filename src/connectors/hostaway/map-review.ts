import type { ReviewRecord } from '../../contract/records.ts'
import { utcInstant } from '../../connector-kit/dates.ts'
import { responseOf } from '../../connector-kit/message-readings.ts'
import { reviewPlatform } from '../../connector-kit/stay-readings.ts'
import { demandMeaning, idText, outOfFive, presentText } from '../../connector-kit/readings.ts'
import { sourceOf } from './channels.ts'
import { flag } from './map.ts'
import type { VendorReview } from './vendor.ts'

// The type of a review says who wrote it.
const roles: Record<string, ReviewRecord['reviewerRole']> = {
  'guest-to-host': 'guest',
  'host-to-guest': 'host',
}
const writtenStates = new Set(['submitted', 'published'])
// Slots with these statuses have no review yet.
const unwritten = new Set(['awaiting', 'pending', 'scheduled', 'expired'])

/** Returns undefined for an empty slot that awaits its review. */
export function toReview(row: VendorReview): ReviewRecord | undefined {
  if (unwritten.has(row.status)) return undefined
  if (!writtenStates.has(row.status)) throw new Error(`unknown review status ${row.status}`)
  const reviewerRole = demandMeaning(roles, row.type, 'review type')
  return {
    externalId: String(row.id),
    platform: reviewPlatform(sourceOf(row)),
    listingExternalId: idText(row.listingMapId),
    reservationExternalId: idText(row.reservationId),
    guestName: presentText(row.guestName),
    reviewerRole,
    // Hostaway rates from 0 to 10.
    rating: outOfFive(row.rating ?? row.raiting, 10),
    categories: (row.reviewCategory ?? []).flatMap(({ category, rating }) => {
      const name = presentText(category)
      return name === null ? [] : [{ category: name, rating: outOfFive(rating, 10) }]
    }),
    publicReview: presentText(row.publicReview),
    privateFeedback: presentText(row.privateFeedback),
    isRevieweeRecommended: flag(row.isRevieweeRecommended),
    response: responseOf(row.revieweeResponse, null),
    submittedAt: utcInstant(row.submittedAt),
    hidden: row.status !== 'published',
  }
}
