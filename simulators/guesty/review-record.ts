export interface Review {
  _id: string
  accountId: string
  externalReviewId: string
  channelId: string
  listingId: string
  externalListingId: string
  reservationId: string
  externalReservationId: string
  guestId: string | null
  createdAt: string
  updatedAt: string
  createdAtGuesty: string
  updatedAtGuesty: string
  /** As the channel wrote it; another shape for each. */
  rawReview: Record<string, unknown>
  reviewReplies: { status: string; reviewReply: string; replyAt: string }[]
}
