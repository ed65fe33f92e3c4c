/** Booking.com's message and review routes take and answer these. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { words } from './body-fields.ts'
import {
  id,
  idOrNull,
  integer,
  numberOrNull,
  openObject,
  record,
  text,
  textOrNull,
  timestampOrNull,
} from './fields.ts'

const propertyId = textOrNull("Booking.com's id of the property.", { examples: ['8122001'] })
const named = {
  property_id: Type.Union([Type.Integer({ minimum: 1 }), Type.String({ pattern: '^[1-9][0-9]{0,17}$' })], {
    description: "Booking.com's id of the property.",
    examples: [8122001],
  }),
}
const recordId = (kind: string) =>
  Type.String({ pattern: '^[1-9][0-9]{0,17}$', description: `Id of the ${kind}.`, examples: ['4812'] })
const dryRun = Type.Optional(Type.Literal(true, { description: 'Nothing was done: it was only checked.' }))

export const BookingThread = record({
  id: id('Id of the conversation, as `GET /v1/conversations/{id}` takes it.'),
  propertyId,
  externalThreadId: textOrNull("Booking.com's id of the thread."),
  listingId: idOrNull('Listing it is about.'),
  reservationId: idOrNull('Reservation it is about.'),
  guestName: textOrNull('Name of the guest.'),
  lastMessageAt: timestampOrNull('When the last message was written.'),
  unreadCount: integer('Messages that were not read yet; Booking.com does not tell, so 0.', { minimum: 0 }),
})
export type BookingThread = Static<typeof BookingThread>

/** Body of `POST /v1/channels/booking/messaging`. */
export const BookingMessageBody = record({
  ...named,
  conversation_id: recordId('conversation'),
  message: Type.String({ minLength: 1, maxLength: 4000, description: 'What is written to the guest.' }),
  attachments: Type.Optional(
    Type.Array(openObject('A file.'), {
      description: 'Files are not taken here: `attachments_not_supported`.',
    }),
  ),
})
export type BookingMessageBody = Static<typeof BookingMessageBody>

export const BookingMessageSent = record({
  id: idOrNull('Id of the message, as `GET /v1/conversations/{id}/messages` lists it.'),
  conversationId: id('The conversation.'),
  message: textOrNull('What was sent.'),
  status: Type.Literal('sent', { description: 'Booking.com has taken it.' }),
  dryRun,
})
export type BookingMessageSent = Static<typeof BookingMessageSent>

export const BookingReview = record({
  id: id('Id of the review, as `GET /v1/reviews/{id}` takes it.'),
  externalId: text("Booking.com's id of the review."),
  propertyId,
  listingId: idOrNull('Listing it is about.'),
  reservationId: textOrNull("Booking.com's number of the booking."),
  guestName: textOrNull('Who wrote it.'),
  rating: numberOrNull('From 1 to 5.'),
  comment: textOrNull('What everyone can read.'),
  response: textOrNull('What was answered to it.'),
  createdAt: timestampOrNull('When it was written.'),
})
export type BookingReview = Static<typeof BookingReview>

/** Body of `POST /v1/channels/booking/reviews`. */
export const BookingReviewBody = record({
  ...named,
  review_id: recordId('review'),
  response: words(5000, 'What is answered. Everyone can read it.', { examples: ['Thank you, come again!'] }),
})
export type BookingReviewBody = Static<typeof BookingReviewBody>

export const BookingReviewAnswered = record({
  success: Type.Literal(true, { description: 'Always true; what went wrong is an error.' }),
  dryRun,
})
export type BookingReviewAnswered = Static<typeof BookingReviewAnswered>
