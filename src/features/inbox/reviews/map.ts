/** Stored reviews to the records of `/v1/reviews`. Pure. */
import type { Review, ReviewCategory } from '../../../contract/review.ts'
import type { ReviewColumns, ReviewListRow } from './queries.ts'

const number = (value: string | number | null | undefined) =>
  value === null || value === undefined ? null : Number(value)

/** A category as it is stored: the rating may be decimal text. */
type StoredCategory = { category: string; rating?: string | number | null; comment?: string | null }

const toCategory = ({ category, rating, comment }: StoredCategory): ReviewCategory => ({
  category,
  rating: number(rating),
  comment: comment ?? null,
})

const toResponse = (row: ReviewColumns): Review['response'] =>
  row.response_body === null
    ? null
    : { body: row.response_body, submittedAt: row.response_submitted_at?.toISOString() ?? null }

export function toReview(row: ReviewColumns): Review {
  return {
    id: row.id,
    externalId: row.external_id,
    platform: row.platform as Review['platform'],
    pms: row.pms,
    listingId: row.listing_id,
    providerPropertyId: row.provider_property_id,
    reservationId: row.reservation_id,
    reservationConfirmationCode: row.reservation_code,
    guestId: row.guest_id,
    guestName: row.guest_name,
    guestAvatar: row.guest_avatar,
    reviewerRole: row.reviewer_role as Review['reviewerRole'],
    rating: number(row.rating),
    categories: (row.categories as StoredCategory[]).map(toCategory),
    publicReview: row.public_review,
    privateFeedback: row.private_feedback,
    isRevieweeRecommended: row.is_reviewee_recommended,
    response: toResponse(row),
    submittedAt: row.submitted_at?.toISOString() ?? null,
    updatedAt: row.updated_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    hidden: row.hidden,
    language: row.language,
  }
}

export const toReviewRow = (row: ReviewListRow): Review => ({ ...toReview(row), account: row.account })
