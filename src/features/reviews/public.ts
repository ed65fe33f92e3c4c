/** What other slices may use of reviews. */
export { reviewGuest } from './guest-review.ts'
export { newestFirst } from './orderings.ts'
export { onReviewPage, reviews, reviewTotal, type ReviewFilters, type ReviewListRow } from './queries.ts'
export { replyToReview } from './reply.ts'
