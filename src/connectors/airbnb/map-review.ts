import type { ReviewRecord } from '../../contract/records.ts'
import { utcInstant } from '../../connector-kit/dates.ts'
import { responseOf } from '../../connector-kit/message-readings.ts'
import { decimalString } from '../../connector-kit/money.ts'
import { presentText } from '../../connector-kit/readings.ts'
import { EssentialMissing } from '../../connector-kit/tolerance/essentials.ts'
import { demandId, idOf } from './ids.ts'
import type { VendorReview } from './vendor.ts'

/** Both sides have a review to write when the stay is over; the host's is there before it is written. */
export function toReview(row: VendorReview): ReviewRecord {
  const role = presentText(row.reviewer_role)
  if (role !== 'guest' && role !== 'host') throw new EssentialMissing(`unknown reviewer ${String(role)}`)
  const code = presentText(row.reservation_confirmation_code)
  return {
    externalId: demandId(row.id_str, row.id, 'review'),
    platform: 'airbnb',
    listingExternalId: idOf(row.listing_id_str, row.listing_id),
    reservationExternalId: code,
    reservationCode: code,
    reviewerRole: role,
    rating: decimalString(row.overall_rating),
    categories: categoriesOf(row),
    publicReview: presentText(row.public_review),
    privateFeedback: presentText(row.private_feedback),
    isRevieweeRecommended: row.is_reviewee_recommended ?? null,
    response: responseOf(row.reviewee_response, utcInstant(row.responded_at)),
    submittedAt: row.submitted === false ? null : utcInstant(row.submitted_at),
    expiresAt: utcInstant(row.expires_at),
    hidden: row.hidden === true,
  }
}

const flat = 'category_ratings_'

/** As a list, or each as a field of its own. */
function categoriesOf(row: VendorReview): NonNullable<ReviewRecord['categories']> {
  if (row.category_ratings)
    return row.category_ratings.map(({ category, rating, comment }) => ({
      category,
      rating: decimalString(rating),
      comment: presentText(comment),
    }))
  return Object.entries(row).flatMap(([name, rating]) => {
    const amount = name.startsWith(flat) ? decimalString(rating as string | number | null) : null
    return amount === null ? [] : [{ category: name.slice(flat.length), rating: amount }]
  })
}
