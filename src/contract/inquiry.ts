import type { Static } from 'typebox'
import {
  currencyOrNull,
  dateOnlyOrNull,
  id,
  idOrNull,
  integerOrNull,
  numberOrNull,
  oneOfStrings,
  record,
  text,
  textOrNull,
  timestamp,
  timestampOrNull,
} from './fields.ts'

export const inquiryStatuses = [
  'open',
  'pre_approved',
  'special_offer_sent',
  'booked',
  'expired',
  'declined',
  'not_possible',
] as const

/** `GET /v1/inquiries` lists these rows: a guest's question about a stay, never a stay by itself. */
export const Inquiry = record({
  id: id('Id of the inquiry.'),
  conversationId: idOrNull('Conversation it is discussed in.'),
  listingId: idOrNull('Listing asked about.'),
  channel: text('Channel it came over.', { examples: ['airbnb'] }),
  status: oneOfStrings(inquiryStatuses, { description: 'How far it got.' }),
  checkIn: dateOnlyOrNull('First night asked about; null when the guest named no dates.'),
  checkOut: dateOnlyOrNull('Day of departure asked about.'),
  guests: record({
    total: integerOrNull('Guests in total.'),
    adults: integerOrNull('Adults.'),
    children: integerOrNull('Children.'),
    infants: integerOrNull('Infants.'),
    pets: integerOrNull('Pets.'),
  }),
  expectedPayout: record({
    amount: numberOrNull('What the host would be paid.'),
    currency: currencyOrNull('Currency of it.'),
  }),
  reservationId: idOrNull('The reservation, once booked.'),
  relayedBy: textOrNull('PMS the inquiry came through; null when it came from the channel directly.'),
  respondBy: timestampOrNull('Until when the channel wants an answer.'),
  respondedAt: timestampOrNull('When it was answered.'),
  createdAt: timestamp('When the inquiry was created here.'),
  updatedAt: timestamp('When it last changed.'),
})
export type Inquiry = Static<typeof Inquiry>
