import { Type } from 'typebox'
import type { Static } from 'typebox'
import {
  flag,
  id,
  idOrNull,
  integer,
  linkOrNull,
  nullable,
  oneOfStrings,
  record,
  text,
  textOrNull,
  timestamp,
  timestampOrNull,
} from './fields.ts'
import { recordAccountOrNull } from './shared.ts'

export const conversationPlatforms = ['airbnb', 'booking', 'vrbo', 'website', 'email'] as const
export const conversationStatuses = ['open', 'archived'] as const

const conversationFields = {
  id: id('Id of the conversation.'),
  platform: nullable(oneOfStrings(conversationPlatforms), { description: 'Channel the conversation is on.' }),
  guestId: idOrNull('The guest.'),
  listingId: idOrNull('The listing it is about.'),
  reservationId: idOrNull('The reservation it is about.'),
  subject: textOrNull('Subject line.'),
  lastMessageAt: timestampOrNull('When the latest message was sent.'),
  lastMessagePreview: textOrNull('Beginning of the latest message.'),
  unreadCount: integer('Messages of the guest not yet read; 0 where the connected system does not tell.', {
    minimum: 0,
  }),
  status: oneOfStrings(conversationStatuses, {
    description: '`archived` is reserved; today every conversation is open.',
  }),
  createdAt: timestamp('When the conversation was created here.'),
  updatedAt: timestamp('When it last changed.'),
  externalThreadId: textOrNull("The channel's id of the thread."),
}

/** `GET /v1/conversations` lists these rows. */
export const ConversationRow = record({
  ...conversationFields,
  guestName: Type.Optional(textOrNull('Name of the guest; in lists only.')),
  account: Type.Optional(recordAccountOrNull('Account the conversation came through.')),
})
export type ConversationRow = Static<typeof ConversationRow>

export const ConversationHost = record({
  id: id('Id of the host.'),
  airbnbId: text('Id of the host on Airbnb.'),
  firstName: text('First name.'),
  displayName: text('Name for display.'),
  avatarUrl: linkOrNull('Picture.'),
})
export type ConversationHost = Static<typeof ConversationHost>

export const ConversationGuest = record({
  id: id('Id of the guest.'),
  displayName: text('Name for display.'),
  avatarUrl: linkOrNull('Picture.'),
  contacts: Type.Array(
    record({
      type: text('`email` or `phone`.'),
      value: text('The address or number.'),
      isPrimary: flag('Whether it is the preferred one.'),
      isVerified: flag('Whether the source verified it.'),
    }),
    { maxItems: 50 },
  ),
})
export type ConversationGuest = Static<typeof ConversationGuest>

export const ConversationCapabilities = record(
  {
    canPreApprove: flag('An inquiry can be pre-approved.'),
    canWithdraw: flag('A pre-approval or offer can be taken back.'),
    canSendOffer: flag('A special offer can be sent.'),
    offerPrice: nullable(oneOfStrings(['total', 'breakdown']), {
      description: 'How an offer is priced: one total, or single amounts. Null when no offer can be sent.',
    }),
    canPreviewOffer: flag('An offer can be shown before it is sent.'),
  },
  { description: 'What can be done in this conversation now.' },
)
export type ConversationCapabilities = Static<typeof ConversationCapabilities>

/** Answer of `GET /v1/conversations/{id}`. */
export const ConversationDetail = record({
  ...conversationFields,
  host: nullable(ConversationHost, {
    description: 'The host; only in Airbnb conversations, otherwise null.',
  }),
  guest: nullable(ConversationGuest, { description: 'The guest with contacts; null when not known.' }),
  capabilities: ConversationCapabilities,
})
export type ConversationDetail = Static<typeof ConversationDetail>
