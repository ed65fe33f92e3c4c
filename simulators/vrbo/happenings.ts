/** Passes on what happens in the account to everybody who must hear of it. */
import type { Inbox, Message, Thread } from './inbox.ts'
import type { Notifications } from './notifications.ts'
import { keyOf, type Booking } from './records.ts'
import { keyOfReview, type Review, type Reviews } from './reviews.ts'

/** The fields of most notifications are not published, so only their ids are certain. */
export class Happenings {
  readonly #notifications: Notifications
  /** Tokens by booking key with which software confirms a booking. */
  readonly tokens = new Map<string, string>()
  #count = 0

  constructor(notifications: Notifications) {
    this.#notifications = notifications
  }

  booking(booking: Booking, actionType: 'BOOKED' | 'MODIFIED' | 'CANCELLED'): void {
    this.#count += 1
    const confirmationToken = `ct-${booking.id}-${this.#count}`
    this.tokens.set(keyOf(booking), confirmationToken)
    this.#notifications.tell(this.#notifications.reservationEvent, {
      propertyId: booking.propertyId,
      reservationId: booking.id,
      actionType,
      confirmationToken,
    })
  }

  thread({ id, propertyId }: Thread): void {
    this.#notifications.tell('MessageThreadCreated', { messageThreadId: id, propertyId })
  }

  message({ id, threadId }: Message, { propertyId }: Thread): void {
    this.#notifications.tell('MessageReceived', { messageId: id, messageThreadId: threadId, propertyId })
  }

  review(review: Review): void {
    this.#notifications.tell('GuestReviewSubmitted', { reviewId: review.id, propertyId: review.propertyId })
  }

  /** Reports what only time brings: decisions on messages and on review answers. */
  catchUp(inbox: Inbox, reviews: Reviews, nowMs: number): void {
    for (const { id, threadId } of inbox.decided(nowMs)) {
      const propertyId = inbox.threads.get(threadId)?.propertyId
      this.#notifications.tell('MessageAttributesUpdated', {
        messageId: id,
        messageThreadId: threadId,
        propertyId,
      })
    }
    for (const review of reviews.decided(nowMs)) {
      const word = review.response?.status === 'REJECTED' ? 'Rejected' : 'Approved'
      this.#notifications.tell(`ReviewsManagementResponse${word}`, {
        reviewId: review.id,
        propertyId: review.propertyId,
        id: keyOfReview(review),
      })
    }
  }
}
