/** Events about bookings, messages, requests and inquiries carry these. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import {
  dateOnly,
  dateOnlyOrNull,
  flag,
  id,
  idOrNull,
  integer,
  integerOrNull,
  numberOrNull,
  nullable,
  oneOfStrings,
  openObject,
  record,
  text,
  textOrNull,
  timestamp,
  timestampOrNull,
} from './fields.ts'
import { Inquiry } from './inquiry.ts'
import { MessageAttachment } from './message.ts'
import { reservationFields } from './reservation.ts'
import { recordAccountOrNull } from './shared.ts'

const deprecated = { deprecated: true }

/** The reservation is as the API shows it; the extra names serve receivers of the older, slim snapshot. */
export const ReservationObject = record(
  {
    ...reservationFields,
    uid: text('The same as `confirmationCode`.', { ...deprecated, examples: ['HMA4XK29QP'] }),
    channel: textOrNull('Channel of the booking, the same as `source`.', {
      ...deprecated,
      examples: ['airbnb'],
    }),
    customerId: id('The workspace.', deprecated),
    checkinDate: dateOnly('The same as `checkIn`.', deprecated),
    checkoutDate: dateOnly('The same as `checkOut`.', { ...deprecated, examples: ['2026-05-18'] }),
    cancellationPolicy: Type.Optional(text('The same as `financials.cancellationPolicy`.', deprecated)),
  },
  { description: 'The reservation after the change.' },
)
export type ReservationObject = Static<typeof ReservationObject>

/** The revision orders the changes of one record. */
export const revision = integer('Rises with every change of the record: drop what comes with a lower one.', {
  minimum: 1,
  examples: [3],
})
const revisionIfKnown = Type.Optional(revision)

export const ReservationCreatedData = record({ object: ReservationObject, revision: revisionIfKnown })

export const ReservationUpdatedData = record({
  object: ReservationObject,
  previousAttributes: openObject('The fields of `object` that changed, with the values they had before.', {
    examples: [{ checkOut: '2026-05-17', checkoutDate: '2026-05-17' }],
  }),
  revision: revisionIfKnown,
})

export const ReservationCancelledData = record({
  object: ReservationObject,
  // Some sources report a cancellation without who and when, which must not be guessed.
  cancelledAt: timestampOrNull('When it was cancelled; null when the source does not say.'),
  cancelledBy: nullable(oneOfStrings(['guest', 'host', 'platform']), {
    description: 'Who cancelled; null when the source does not say.',
  }),
  reason: Type.Optional(textOrNull('Why, as far as the source tells.')),
  revision: revisionIfKnown,
})

export const MessageSender = record({
  type: textOrNull('Role of the sender in the words of the channel.', { examples: ['guest'] }),
  name: textOrNull('Name of the sender.', { examples: ['Ada Lovelace'] }),
})

const messageFields = {
  reservationId: idOrNull('Reservation the conversation is about; null for an inquiry.'),
  threadId: id('Id of the conversation, for `GET /v1/conversations/{id}`.'),
  from: MessageSender,
  body: text('Text; empty when the message is only a file.', { examples: ['Is there a cot?'] }),
  sentAt: timestamp('When it was sent.'),
  attachments: Type.Array(MessageAttachment, { description: 'Files; empty when there are none.' }),
}

export const MessageReceivedData = record({
  ...messageFields,
  messageId: Type.Optional(id('Id of the message.')),
})

export const MessageSentData = record({
  ...messageFields,
  messageId: id('Id of the message.'),
  externalMessageId: textOrNull("The channel's id of the message."),
  channel: textOrNull('Channel it went over.', { examples: ['airbnb'] }),
  source: oneOfStrings(['channel', 'repull'], {
    description: '`repull`: sent through this API; `channel`: written elsewhere and read from the channel.',
  }),
  direction: Type.Literal('outbound', { description: 'From the host.' }),
  isAutomated: flag('Sent by an automation.'),
  aiGenerated: flag('Written by a language model.'),
})

export const MessageUpdatedData = record({
  ...messageFields,
  messageId: id('Id of the message.'),
  previousBody: text('The text it had before.', { examples: ['Is there a bed?'] }),
  editedAt: timestamp('When the change was seen.'),
  direction: oneOfStrings(['inbound', 'outbound'], { description: 'From the guest, or from the host.' }),
})

const conflictingStays = [
  { id: '7001', confirmationCode: 'HMA4XK29QP', source: 'airbnb', account: null },
  { id: '7003', confirmationCode: '4127733218', source: 'booking.com', account: null },
].map((stay) => ({ ...stay, status: 'confirmed', checkIn: '2026-05-14', checkOut: '2026-05-18' }))

export const ConflictData = record({
  listingId: id('Listing that was sold twice.'),
  nights: Type.Array(dateOnly('A night.'), {
    description: 'The nights to come that both hold and that one of them only can have, in order.',
  }),
  reservations: Type.Array(
    record({
      id: id('Id of the reservation.'),
      confirmationCode: reservationFields.confirmationCode,
      source: reservationFields.source,
      status: reservationFields.status,
      checkIn: reservationFields.checkIn,
      checkOut: reservationFields.checkOut,
      account: recordAccountOrNull('Account the booking came through; null when it was made here.'),
    }),
    {
      minItems: 2,
      maxItems: 2,
      examples: [conflictingStays],
      description:
        'Both, the one first that has been known here longer. Each shows the other in `conflictsWith`.',
    },
  ),
  occurredAt: timestamp('When it was found.'),
})

export const AlterationObject = record(
  {
    id: id('Id of the request to change the booking.'),
    alterationId: Type.Optional(textOrNull("The channel's id of it.")),
    channel: text('Channel it was made on.', { examples: ['airbnb'] }),
    reservationId: id('Reservation that is to change.'),
    customerId: id('The workspace.'),
    status: oneOfStrings(['pending', 'accepted', 'declined', 'cancelled'], {
      description: 'How far it got.',
    }),
    initiator: nullable(oneOfStrings(['guest', 'host']), { description: 'Who asked; null when not known.' }),
  },
  { description: 'A request to change a booking.' },
)

export const DateChange = record({ from: dateOnlyOrNull('Before.'), to: dateOnlyOrNull('Asked for.') })
const countChange = record({ from: integerOrNull('Before.'), to: integerOrNull('Asked for.') })
const amountChange = record({ from: numberOrNull('Before.'), to: numberOrNull('Asked for.') })

export const AlterationCreatedData = record({
  object: AlterationObject,
  changes: record(
    {
      checkIn: Type.Optional(DateChange),
      checkOut: Type.Optional(DateChange),
      guestCount: Type.Optional(countChange),
      totalPrice: Type.Optional(amountChange),
    },
    { description: 'What is to change; only the fields that do.' },
  ),
})

export const AlterationRespondedData = record({
  object: AlterationObject,
  respondedAt: timestamp('When it was answered.'),
})

export const RequestCreatedData = record({
  object: ReservationObject,
  requestStatus: Type.Literal('pending', { description: 'Waits for an answer.' }),
  respondBy: timestampOrNull('Until when it can be answered; null when the channel sets no time.'),
  occurredAt: timestamp('When it was seen.'),
  revision,
})

export const requestOutcomes = ['accepted', 'declined', 'expired', 'voided'] as const

export const RequestUpdatedData = record({
  object: ReservationObject,
  requestStatus: oneOfStrings(requestOutcomes, { description: 'What became of the request.' }),
  previousAttributes: record({ status: Type.Literal('pending', { description: 'What it was.' }) }),
  sourceStatus: textOrNull("The source's own word for its state.", { examples: ['modified'] }),
  occurredAt: timestamp('When it was seen.'),
  revision,
})

export const InquiryCreatedData = record({
  object: Inquiry,
  occurredAt: timestamp('When it was seen.'),
  revision,
})

export const InquiryUpdatedData = record({
  object: Inquiry,
  previousAttributes: openObject('The fields of `object` that changed, with the values they had before.', {
    examples: [{ status: 'open' }],
  }),
  occurredAt: timestamp('When it was seen.'),
  revision,
})
