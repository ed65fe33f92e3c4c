import { Type } from 'typebox'
import type { Static } from 'typebox'
import {
  dateOnly,
  id,
  idOrNull,
  nullable,
  oneOfStrings,
  openObject,
  record,
  text,
  textOrNull,
  timestamp,
  timestampOrNull,
} from './fields.ts'
import { MessageAttachment } from './message.ts'
import { reservationFields } from './reservation.ts'

const deprecated = { deprecated: true }

/** The reservation as the API shows it, and beside it the names that receivers of the slim snapshot read. */
export const ReservationObject = record(
  {
    ...reservationFields,
    uid: text('The same as `confirmationCode`.', deprecated),
    channel: textOrNull('Channel of the booking, the same as `source`.', deprecated),
    customerId: id('The workspace.', deprecated),
    checkinDate: dateOnly('The same as `checkIn`.', deprecated),
    checkoutDate: dateOnly('The same as `checkOut`.', deprecated),
    cancellationPolicy: Type.Optional(text('The same as `financials.cancellationPolicy`.', deprecated)),
  },
  { description: 'The reservation after the change.' },
)
export type ReservationObject = Static<typeof ReservationObject>

export const ReservationCreatedData = record({ object: ReservationObject })

export const ReservationUpdatedData = record({
  object: ReservationObject,
  previousAttributes: openObject('The fields of `object` that changed, with the values they had before.'),
})

export const ReservationCancelledData = record({
  object: ReservationObject,
  // A source that reports a cancellation without saying who and when must not be filled in by guessing.
  cancelledAt: timestampOrNull('When it was cancelled; null when the source does not say.'),
  cancelledBy: nullable(oneOfStrings(['guest', 'host', 'platform']), {
    description: 'Who cancelled; null when the source does not say.',
  }),
  reason: Type.Optional(textOrNull('Why, as far as the source tells.')),
})

export const MessageReceivedData = record({
  reservationId: idOrNull('Reservation the conversation is about; null for an inquiry.'),
  threadId: id('Id of the conversation, for `GET /v1/conversations/{id}`.'),
  messageId: Type.Optional(id('Id of the message.')),
  from: record({
    type: textOrNull('Role of the sender in the words of the channel.'),
    name: textOrNull('Name of the sender.'),
  }),
  body: text('Text; empty when the message is only a file.'),
  sentAt: timestamp('When it was sent.'),
  attachments: Type.Array(MessageAttachment, { description: 'Files; empty when there are none.' }),
})

export const PingData = record({ message: text('A greeting.') })
