import { addDays } from '../kit/clock.ts'
import type { Listing } from './listing-record.ts'
import type { Reservation } from './reservation-record.ts'
import { accountId } from './store.ts'
import type { Store } from './store.ts'
import { showConversation } from './thread-view.ts'
import type { Conversation, Post } from './thread-record.ts'

/** What a delivery carries beside its event: little of a booking, much of a message. */
export const eventContent = {
  reservation: (store: Store, row: Reservation, subtype: string) => ({
    data: {
      reservationId: row._id,
      subtype,
      status: row.status,
      confirmationCode: row.confirmationCode,
      unitTypeId: store.rootId(row.listingId),
      unitId: row.listingId,
      checkInDateLocalized: row.checkInDateLocalized,
      checkOutDateLocalized: row.checkOutDateLocalized,
      guestsCount: row.guestsCount,
      guestId: row.guestId,
      source: row.source,
    },
  }),

  message: (store: Store, conversation: Conversation, post: Post) => ({
    reservationId: conversation.reservationIds.at(-1),
    conversation: {
      ...showConversation(store, conversation),
      guestId: conversation.guestId,
      conversationWith: conversation.type === 'owner' ? 'Owner' : 'Guest',
      integration: { platform: conversation.platform },
    },
    // Without its attachments, which only the conversation's posts tell.
    message: {
      postId: post._id,
      type: post.sentBy === 'guest' ? 'fromGuest' : 'fromHost',
      body: post.body,
      module: post.module.type,
      createdAt: post.createdAt,
    },
  }),

  calendar: (listing: Listing, today: string) => ({
    listingId: listing._id,
    accountId,
    currency: listing.prices.currency,
    dateRange: { start: today, end: addDays(today, 365) },
  }),
}
