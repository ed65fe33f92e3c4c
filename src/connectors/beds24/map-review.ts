import type { ReviewRecord } from '../../contract/records.ts'
import { utcInstant } from '../../connector-kit/dates.ts'
import { responseOf } from '../../connector-kit/message-readings.ts'
import { idText, outOfFive, presentText, presentTexts } from '../../connector-kit/readings.ts'
import { EssentialMissing } from '../../connector-kit/tolerance/essentials.ts'
import type { VendorAirbnbReview, VendorBookingReview } from './vendor.ts'

// Airbnb rates up to 5, Booking.com up to 10.

/** Returns undefined for an empty slot that awaits its review. */
export function toAirbnbReview(row: VendorAirbnbReview, listingExternalId: string): ReviewRecord | undefined {
  if (row.submitted === false) return undefined
  if (row.reviewer_role !== 'guest' && row.reviewer_role !== 'host') {
    throw new EssentialMissing(`unknown reviewer role ${row.reviewer_role}`)
  }
  return {
    externalId: `airbnb-${row.id}`,
    platform: 'airbnb',
    listingExternalId,
    reviewerRole: row.reviewer_role,
    rating: outOfFive(row.overall_rating, 5),
    categories: (row.category_ratings ?? []).flatMap((entry) => {
      const category = presentText(entry.category)
      const value = { rating: outOfFive(entry.rating, 5), comment: presentText(entry.comment) }
      return category === null ? [] : [{ category, ...value }]
    }),
    publicReview: presentText(row.public_review),
    privateFeedback: presentText(row.private_feedback),
    response: responseOf(row.reviewee_response, utcInstant(row.responded_at)),
    submittedAt: utcInstant(row.submitted_at),
    hidden: row.hidden === true,
  }
}

/** `listingExternalId` is null if the property has several room types, because the review names none. */
export function toBookingReview(row: VendorBookingReview, listingExternalId: string | null): ReviewRecord {
  const { review_score: overall, ...scores } = row.scoring ?? {}
  const { headline, positive, negative } = row.content ?? {}
  const texts = presentTexts([headline, positive, negative])
  return {
    externalId: `booking-${row.review_id}`,
    platform: 'booking',
    listingExternalId,
    reservationCode: idText(row.reservation_id),
    guestName: presentText(row.reviewer?.name),
    reviewerRole: 'guest',
    rating: outOfFive(overall, 10),
    categories: Object.entries(scores).flatMap(([category, score]) => {
      const value = outOfFive(score, 10)
      return value === null ? [] : [{ category, rating: value }]
    }),
    publicReview: texts.length === 0 ? null : texts.join('\n\n'),
    response: responseOf(row.reply?.text, utcInstant(row.reply?.last_change_timestamp)),
    submittedAt: utcInstant(row.created_timestamp),
    language: presentText(row.content?.language_code),
  }
}
