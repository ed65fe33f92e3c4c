import type { ReviewRecord } from '../../contract/records.ts'
import { utcInstant } from '../../connector-kit/dates.ts'
import { responseOf } from '../../connector-kit/message-readings.ts'
import { decimalString } from '../../connector-kit/money.ts'
import { idText, presentText } from '../../connector-kit/readings.ts'
import type { VendorReview } from './vendor.ts'

/** Both sides have a review to write when the stay is over; the host's is there before it is written. */
export function toReview(row: VendorReview): ReviewRecord {
  const role = presentText(row.reviewer_role)
  if (role !== 'guest' && role !== 'host') throw new Error(`unknown reviewer ${String(role)}`)
  const code = presentText(row.reservation_confirmation_code)
  return {
    externalId: row.id_str,
    platform: 'airbnb',
    listingExternalId: idText(row.listing_id),
    reservationExternalId: code,
    reservationCode: code,
    reviewerRole: role,
    rating: decimalString(row.overall_rating),
    categories: (row.category_ratings ?? []).map(({ category, rating, comment }) => ({
      category,
      rating: decimalString(rating),
      comment: presentText(comment),
    })),
    publicReview: presentText(row.public_review),
    privateFeedback: presentText(row.private_feedback),
    isRevieweeRecommended: row.is_reviewee_recommended ?? null,
    response: responseOf(row.reviewee_response, utcInstant(row.responded_at)),
    submittedAt: row.submitted === false ? null : utcInstant(row.submitted_at),
    expiresAt: utcInstant(row.expires_at),
    hidden: row.hidden === true,
  }
}
