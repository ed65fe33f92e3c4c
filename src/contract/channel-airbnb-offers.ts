/** Airbnb's routes for pre-approvals and special offers take and answer these. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import {
  dateOnlyOrNull,
  id,
  idOrNull,
  integerOrNull,
  nullable,
  numberOrNull,
  oneOfStrings,
  record,
  timestampOrNull,
} from './fields.ts'

export const airbnbOfferTypes = ['offer', 'preapproval'] as const

const people = (description: string, minimum: number) =>
  Type.Optional(Type.Integer({ minimum, maximum: 1000, description }))

/** Body of `POST /v1/channels/airbnb/offers`. */
export const AirbnbOfferBody = record({
  type: oneOfStrings(airbnbOfferTypes, { description: 'What the guest is sent.' }),
  thread_id: Type.Optional(
    Type.String({ pattern: '^[1-9][0-9]{0,17}$', description: 'Thread of the inquiry. Needed.' }),
  ),
  threadId: Type.Optional(
    Type.String({ pattern: '^[1-9][0-9]{0,17}$', description: 'Another spelling of `thread_id`.' }),
  ),
  block_instant_booking: Type.Optional(
    Type.Boolean({
      description:
        'With `preapproval`: the guest books by it alone, not at once. False unless told; `offer` does not take it.',
    }),
  ),
  blockInstantBooking: Type.Optional(
    Type.Boolean({ description: 'Another spelling of `block_instant_booking`.' }),
  ),
  listing_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      pattern: '^[^\\u0000]*$',
      description: "Airbnb's id of the listing that is offered. Needed with `offer`.",
    }),
  ),
  start_date: Type.Optional(
    Type.String({
      format: 'date',
      pattern: '^(?!0000)',
      description: 'First night. Needed with `offer`.',
      examples: ['2026-07-01'],
    }),
  ),
  nights: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1125, description: 'How many. Needed with `offer`.' }),
  ),
  total_price: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 1e12,
      description: "For the whole stay, in the listing's currency. Needed with `offer`.",
    }),
  ),
  guest_details: Type.Optional(
    record(
      {
        number_of_guests: people('How many come, where adults and children are not told apart.', 1),
        number_of_adults: people('Adults.', 1),
        number_of_children: people('Children.', 0),
        number_of_infants: people('Infants.', 0),
      },
      { description: 'Who comes. Needed with `offer`.' },
    ),
  ),
})
export type AirbnbOfferBody = Static<typeof AirbnbOfferBody>

export const AirbnbOffer = record({
  id: idOrNull('Id of the special offer; null of a pre-approval, which has none, and of a dry run.'),
  threadId: id('Thread of the inquiry.'),
  offerType: oneOfStrings(['preapproval', 'special_offer'], { description: 'What the guest was sent.' }),
  status: oneOfStrings(['active', 'pending', 'accepted', 'declined', 'expired', 'voided'], {
    description: '`voided`: it was taken back.',
  }),
  listingId: idOrNull('Listing that is offered.'),
  startDate: dateOnlyOrNull('First night.'),
  nights: integerOrNull('How many.'),
  totalPrice: numberOrNull('Price of the whole stay.'),
  guestDetails: nullable(
    record({
      numberOfGuests: integerOrNull('How many come.'),
      numberOfAdults: integerOrNull('Adults.'),
      numberOfChildren: integerOrNull('Children.'),
      numberOfInfants: integerOrNull('Infants.'),
    }),
    { description: 'Who comes.' },
  ),
  createdAt: timestampOrNull('When it was made; null of a dry run.'),
  expiresAt: timestampOrNull('Until when the guest can take it, where Airbnb says so.'),
  dryRun: Type.Optional(
    Type.Literal(true, { description: 'Only of a dry run: nothing was done, this is what would have been.' }),
  ),
})
export type AirbnbOffer = Static<typeof AirbnbOffer>
