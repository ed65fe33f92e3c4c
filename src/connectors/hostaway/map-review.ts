import type { ReviewRecord } from '../../contract/records.ts'
import { utcInstant } from '../../connector-kit/dates.ts'
import { decimalString } from '../../connector-kit/money.ts'
import { reviewPlatform } from './channels.ts'
import { flag, idText, presentText } from './map.ts'
import type { VendorReview } from './vendor.ts'

// type of a review: who wrote it.
const roles: Record<string, ReviewRecord['reviewerRole']> = {
  'guest-to-host': 'guest',
  'host-to-guest': 'host',
}
const written = new Set(['submitted', 'published'])
// Slots for reviews that nobody has written.
const unwritten = new Set(['awaiting', 'pending', 'scheduled', 'expired'])

/** undefined for a slot that is waiting for its review. */
export function toReview(row: VendorReview): ReviewRecord | undefined {
  if (unwritten.has(row.status)) return undefined
  if (!written.has(row.status)) throw new Error(`unknown review status ${row.status}`)
  const reviewerRole = Object.hasOwn(roles, row.type) ? roles[row.type] : undefined
  if (reviewerRole === undefined) throw new Error(`unknown review type ${row.type}`)
  const response = presentText(row.revieweeResponse)
  return {
    externalId: String(row.id),
    platform: reviewPlatform(row.channelId),
    listingExternalId: idText(row.listingMapId),
    reservationExternalId: idText(row.reservationId),
    guestName: presentText(row.guestName),
    reviewerRole,
    rating: outOfFive(row.rating ?? row.raiting),
    categories: (row.reviewCategory ?? []).flatMap(({ category, rating }) => {
      const name = presentText(category)
      return name === null ? [] : [{ category: name, rating: outOfFive(rating) }]
    }),
    publicReview: presentText(row.publicReview),
    privateFeedback: presentText(row.privateFeedback),
    isRevieweeRecommended: flag(row.isRevieweeRecommended),
    response: response === null ? null : { body: response, submittedAt: null },
    submittedAt: utcInstant(row.submittedAt),
    hidden: row.status !== 'published',
  }
}

/** Hostaway rates from 0 to 10. */
function outOfFive(rating: number | string | null | undefined): string | null {
  const text = decimalString(rating)
  if (text === null) return null
  const value = Number(text)
  if (value < 0 || value > 10) throw new Error(`rating ${text} is outside 0 to 10`)
  return decimalString(Number((value / 2).toFixed(3)))
}
