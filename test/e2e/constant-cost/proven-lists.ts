/** Each list has a file; other lists stand in growing-lists.ts. */
import { auditLineList } from './audit-list.ts'
import { airbnbThreadList, bookingThreadList, conversationList } from './conversation-list.ts'
import { guestList } from './guest-list.ts'
import { inquiryList } from './inquiry-list.ts'
import { airbnbListingList, listingList, propertyList, vrboListingList } from './listing-lists.ts'
import type { ProvenList } from './proven-list.ts'
import { requestList } from './request-list.ts'
import { airbnbReservationList, reservationList, vrboReservationList } from './reservation-list.ts'
import { webhookDeliveryList } from './webhook-delivery-list.ts'
import { airbnbReviewList, bookingReviewList, reviewList } from './review-list.ts'
import { failureList, runList } from './sync-lists.ts'
import { transactionList } from './transaction-list.ts'

export const provenLists: readonly ProvenList[] = [
  airbnbListingList,
  airbnbReservationList,
  airbnbReviewList,
  airbnbThreadList,
  bookingReviewList,
  bookingThreadList,
  auditLineList,
  conversationList,
  failureList,
  guestList,
  inquiryList,
  listingList,
  propertyList,
  requestList,
  reservationList,
  reviewList,
  runList,
  transactionList,
  vrboListingList,
  vrboReservationList,
  webhookDeliveryList,
]
