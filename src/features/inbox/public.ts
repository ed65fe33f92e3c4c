/** What guests write: conversations, inquiries and reviews, and the answers to them. */
export { byLastMessage, bySending } from './conversations/orderings.ts'
export {
  type ConversationListRow,
  type MessageColumns,
  conversationTotal,
  conversations,
  messageTotal,
  messages,
  onConversationPage,
} from './conversations/queries.ts'
export { fileErrors } from './conversations/sending/file-errors.ts'
export { sendMessage } from './conversations/sending/send.ts'
export { readOfferLive } from './inquiries/live-offer.ts'
export { readOffer, sendOffer, takeBackOffer } from './inquiries/offers.ts'
export { preApprove } from './inquiries/pre-approval.ts'
export { reviewGuest } from './reviews/guest-review.ts'
export { newestFirst } from './reviews/orderings.ts'
export {
  type ReviewFilters,
  type ReviewListRow,
  onReviewPage,
  reviewTotal,
  reviews,
} from './reviews/queries.ts'
export { replyToReview } from './reviews/reply.ts'
