import type { VendorRow } from '../kit/fields.ts'

export const conversationFields = {
  id: 'id',
  accountId: 'int',
  listingMapId: 'id',
  reservationId: 'id',
  type: 'text',
  recipientEmail: 'text',
  recipientName: 'text',
  recipientPicture: 'text',
  hostEmail: 'text',
  guestEmail: 'text',
  hasUnreadMessages: 'flag',
  messageSentOn: 'stamp',
  messageReceivedOn: 'stamp',
} as const

export type Conversation = VendorRow<typeof conversationFields>

export const messageFields = {
  id: 'id',
  accountId: 'int',
  listingMapId: 'id',
  reservationId: 'id',
  conversationId: 'id',
  communicationId: 'int',
  airbnbThreadMessageId: 'text',
  body: 'text',
  communicationType: 'text',
  communicationFrom: 'text',
  communicationTo: 'text',
  status: 'text',
  isIncoming: 'flag',
  isSeen: 'flag',
  sentUsingHostaway: 'flag',
  hash: 'text',
  listingTimeZoneName: 'text',
  communicationEvent: 'text',
  communicationTimeDelta: 'int',
  communicationApplyListingTimeZone: 'flag',
  communicationAlwaysTrigger: 'flag',
  date: 'stamp',
  sentChannelDate: 'stamp',
  attachments: 'list',
  insertedOn: 'stamp',
  updatedOn: 'stamp',
} as const

export type Message = VendorRow<typeof messageFields>
