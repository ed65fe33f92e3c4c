/** What guests write: conversations, inquiries, reviews, and the answers to them. */
export { byLastMessage, bySending } from './conversations/orderings.ts'
export {
  type MessageColumns,
  conversationTotal,
  messageTotal,
  messages,
  onConversationPage,
} from './conversations/queries.ts'
export { fileErrors } from './conversations/sending/file-errors.ts'
export { sendMessage } from './conversations/sending/send-message.ts'
export { readOfferLive } from './inquiries/read-offer-live.ts'
export { readOffer, sendOffer, withdrawSpecialOffer } from './inquiries/offers.ts'
export { preApprove } from './inquiries/pre-approve.ts'
export { reviewGuest } from './reviews/review-guest.ts'
export { newestFirst } from './reviews/orderings.ts'
export { type ReviewFilters, onReviewPage, reviewTotal } from './reviews/queries.ts'
export { replyToReview } from './reviews/reply-to-review.ts'
export { eraseSentFiles } from './erase-guest-queries.ts'
