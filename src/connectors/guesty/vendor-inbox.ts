/** The parts of the inbox, of reviews and of webhooks that are read. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { Flag, list, maybe, part, Text, TextId } from '../../connector-kit/vendor-fields.ts'
import { VendorGuest } from './vendor.ts'

export const VendorConversation = Type.Object({
  _id: TextId,
  type: Text,
  conversationWith: Text,
  subject: Text,
  meta: part({
    guest: maybe(VendorGuest),
    reservations: list(Type.Object({ _id: TextId, listing: part({ _id: Text }) })),
    integration: part({ platform: Text }),
  }),
  state: part({ read: Flag, lastMessage: part({ date: Text }) }),
  lastMessageFrom: part({ user: Text, nonUser: Text }),
  createdAt: Text,
  modifiedAt: Text,
})
export type VendorConversation = Static<typeof VendorConversation>

export const VendorPost = Type.Object({
  _id: TextId,
  body: Text,
  module: Type.Optional(Type.Union([Type.Object({ type: Text, subject: Text }), Type.String(), Type.Null()])),
  from: part({ type: Text, fullName: Text }),
  sentBy: Text,
  /** `fromGuest`, `fromHost`; where nothing else tells who wrote. */
  type: Text,
  createdAt: Text,
  sentAt: Text,
  attachments: list(Type.Object({ attachmentURL: Text, url: Text, mimetype: Text })),
})
export type VendorPost = Static<typeof VendorPost>

export const VendorReview = Type.Object({
  _id: TextId,
  channelId: Text,
  listingId: Text,
  reservationId: Text,
  externalReservationId: Text,
  createdAt: Text,
  /** As the channel wrote it: another shape for each. */
  rawReview: Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()])),
  reviewReplies: list(Type.Object({ status: Text, reviewReply: Text, replyAt: Text })),
})
export type VendorReview = Static<typeof VendorReview>

export const VendorWebhook = Type.Object({
  _id: TextId,
  url: Type.String(),
  events: Type.Array(Type.String()),
})
export type VendorWebhook = Static<typeof VendorWebhook>

const identifiable = part({ _id: Text, id: Text })
/** What an inbound webhook must have to be of any use; where its ids stand differs between events. */
export const VendorEvent = Type.Object({
  event: Text,
  eventType: Text,
  reservationId: Text,
  listingId: Text,
  reservation: identifiable,
  listing: identifiable,
  conversation: part({ _id: Text, id: Text, conversationWith: Text }),
  payment: part({ reservationId: Text }),
  calendar: Type.Optional(Type.Unknown()),
  data: part({ _id: Text, id: Text, reservationId: Text, listingId: Text, reservation: identifiable }),
})
export type VendorEvent = Static<typeof VendorEvent>
