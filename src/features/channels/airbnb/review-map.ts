/** Stored reviews in the words of Airbnb. Pure. */
import type { AirbnbReview } from '../../../contract/channel-airbnb-reviews.ts'
import type { ChannelReviewRow } from './review-queries.ts'

export const toAirbnbReview = (row: ChannelReviewRow): AirbnbReview => ({
  id: row.id,
  reservationCode: row.reservation_code,
  listingId: row.listing_id,
  accountId: row.host.id,
  accountName: row.host.name,
  reviewerRole: row.reviewer_role as AirbnbReview['reviewerRole'],
  rating: row.rating === null ? null : Number(row.rating),
  comment: row.public_review,
  response: row.response_body,
  submitted: row.submitted_at !== null,
  hidden: row.hidden,
  expiresAt: row.expires_at?.toISOString() ?? null,
  createdAt: row.submitted_at?.toISOString() ?? null,
})
