/** Airbnb's thread and message routes take and answer these. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { ofAccount } from './channel-airbnb.ts'
import {
  id,
  idOrNull,
  integerOrNull,
  oneOfStrings,
  record,
  text,
  textOrNull,
  timestamp,
  timestampOrNull,
} from './fields.ts'
import { MessageAttachment } from './message.ts'

export const AirbnbThread = record({
  id: id('Id of the thread; the conversation in `GET /v1/conversations` has the same.'),
  externalThreadId: textOrNull("Airbnb's id of the thread."),
  listingId: idOrNull('Listing it is about.'),
  reservationId: idOrNull('Reservation it is about, once there is one.'),
  ...ofAccount,
  guestName: textOrNull('Name of the guest, as far as Airbnb tells it.'),
  lastMessageAt: timestampOrNull('When the last message was sent.'),
  unreadCount: integerOrNull('Messages that were not read yet; Airbnb does not tell, so 0.'),
})
export type AirbnbThread = Static<typeof AirbnbThread>

export const AirbnbMessage = record({
  id: id('Id of the message.'),
  externalMessageId: textOrNull("Airbnb's id of the message."),
  threadId: id('Thread it stands in.'),
  userId: textOrNull("Airbnb's id of who wrote it; null where that is not known."),
  message: text('Text; empty when the message is only a picture.'),
  translatedMessage: textOrNull('The text in English, when Airbnb translated it.'),
  channel: textOrNull('Always `airbnb`, or null where that is not known.'),
  senderType: textOrNull('`guest` or `host`.'),
  reservationId: idOrNull('Reservation the thread is about.'),
  createdAt: timestamp('When it became known here.'),
  updatedAt: timestamp('When it last changed here.'),
  externalCreatedAt: timestamp('When it was sent.'),
  attachments: Type.Array(MessageAttachment, { description: 'Pictures; empty when there are none.' }),
})
export type AirbnbMessage = Static<typeof AirbnbMessage>

export const AirbnbMessageSendBody = record({
  message: Type.Optional(
    Type.String({
      maxLength: 4000,
      description: 'The text. Needed unless there is `mediaUrl`.',
      examples: ['The key is in the box next to the door.'],
    }),
  ),
  mediaUrl: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2048,
      description: 'Where a picture is: a public https address.',
    }),
  ),
  mediaType: Type.Optional(
    Type.String({ maxLength: 100, description: 'A hint only: the type is read from the bytes.' }),
  ),
})
export type AirbnbMessageSendBody = Static<typeof AirbnbMessageSendBody>

export const AirbnbMessageSent = record({
  id: idOrNull('Id of the message; null while it is not read back.'),
  externalMessageId: textOrNull("Airbnb's id of the message."),
  threadId: id('Thread it was sent in.'),
  message: textOrNull('Text that was sent.'),
  channel: Type.Literal('airbnb', { description: 'It went over Airbnb.' }),
  status: Type.Literal('sent', { description: 'Airbnb took it.' }),
  dryRun: Type.Optional(
    Type.Literal(true, { description: 'Only of a dry run: nothing was done, this is what would have been.' }),
  ),
})
export type AirbnbMessageSent = Static<typeof AirbnbMessageSent>

export const airbnbMessageActions = ['edit', 'unsend', 'read', 'react'] as const

export const AirbnbMessageActionBody = record({
  action: text('What is to be done: `edit`, `unsend`, `read` or `react`.', { examples: ['edit'] }),
  message: Type.Optional(
    Type.String({ minLength: 1, maxLength: 4000, description: 'Needed with `edit`: the new text.' }),
  ),
  reaction: Type.Optional(
    Type.String({ minLength: 1, maxLength: 50, description: 'Needed with `react`: the reaction.' }),
  ),
})
export type AirbnbMessageActionBody = Static<typeof AirbnbMessageActionBody>

export const AirbnbMessageActed = record({
  id: id('Id of the message.'),
  threadId: id('Thread it stands in.'),
  action: oneOfStrings(airbnbMessageActions, { description: 'What was done.' }),
})
