/** One file a list; what is not here stands in growing-lists.ts. */
import type { ProvenList } from './proven-list.ts'
import { conversationList } from './conversation-list.ts'
import { inquiryList } from './inquiry-list.ts'
import { requestList } from './request-list.ts'
import { reservationList, vrboReservationList } from './reservation-list.ts'
import { reviewList } from './review-list.ts'
import { webhookDeliveryList } from './webhook-delivery-list.ts'

export const provenLists: readonly ProvenList[] = [
  conversationList,
  inquiryList,
  requestList,
  reservationList,
  reviewList,
  vrboReservationList,
  webhookDeliveryList,
]
