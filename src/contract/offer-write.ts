/** Pre-approvals and special offers are sent with these bodies. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { words } from './body-fields.ts'
import {
  currencyOrNull,
  dateOnlyOrNull,
  flag,
  id,
  idOrNull,
  integerOrNull,
  number,
  numberOrNull,
  oneOfStrings,
  record,
  text,
  textOrNull,
  timestampOrNull,
} from './fields.ts'
import { dryRunMark, relayed } from './relay-write.ts'

const message = Type.Optional(words(2000, 'What the guest is told with it.'))

/** Body of `POST /v1/conversations/{id}/pre-approval`. */
export const PreApprovalBody = record({
  blockInstantBooking: Type.Optional(
    flag('Only for Airbnb accounts that are connected directly; a PMS does not relay it. False unless told.'),
  ),
  message,
})
export type PreApprovalBody = Static<typeof PreApprovalBody>

export const PreApproved = record({
  conversationId: id('The conversation.'),
  channel: text('Channel of the inquiry.', { examples: ['airbnb'] }),
  status: oneOfStrings(['pre_approved'], { description: 'The guest can book now.' }),
  blockInstantBooking: flag('As it was asked for.'),
  expiresAt: timestampOrNull('Until when the guest can book; null when the channel does not say.'),
  message: Type.Optional(textOrNull('What the guest was told.')),
  pms: relayed,
  dryRun: dryRunMark,
})
export type PreApproved = Static<typeof PreApproved>

export const PreApprovalWithdrawn = record({
  conversationId: id('The conversation.'),
  channel: Type.Optional(textOrNull('Channel of the inquiry.')),
  status: oneOfStrings(['withdrawn'], { description: 'The inquiry is open again.' }),
  dryRun: dryRunMark,
})

const people = (description: string, minimum: number) =>
  Type.Optional(Type.Integer({ minimum, maximum: 1000, description }))
const date = (description: string) =>
  Type.Optional(Type.String({ format: 'date', pattern: '^(?!0000)', description, examples: ['2026-07-01'] }))
const amount = (description: string, options: { minimum?: number; exclusiveMinimum?: number }) =>
  Type.Optional(Type.Number({ ...options, maximum: 1e12, description }))

/** Body of `POST /v1/conversations/{id}/special-offers`, and of its preview. */
export const SpecialOfferBody = record({
  checkIn: date('First night. Needed with `totalPrice`.'),
  checkOut: date('Day of departure, after `checkIn`. Needed with `totalPrice`.'),
  guests: Type.Optional(
    record(
      {
        adults: Type.Integer({ minimum: 1, maximum: 1000, description: 'Adults.' }),
        children: people('Children.', 0),
        infants: people('Infants.', 0),
        pets: people('Pets.', 0),
      },
      { description: 'Who comes. Needed with `totalPrice`.' },
    ),
  ),
  listingId: Type.Optional(
    Type.Union(
      [
        Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
        Type.String({ pattern: '^[1-9][0-9]{0,17}$' }),
      ],
      { description: 'Listing to offer; the one the guest asked about unless told.' },
    ),
  ),
  totalPrice: amount('Price of the whole stay, where the channel takes one total.', { exclusiveMinimum: 0 }),
  rentalAmount: amount('Rent, where the channel takes single amounts.', { exclusiveMinimum: 0 }),
  fees: Type.Optional(
    Type.Array(
      record({
        type: Type.String({ minLength: 1, maxLength: 100, description: 'Kind of fee.' }),
        value: Type.Number({ minimum: 0, maximum: 1e12, description: 'Amount.' }),
      }),
      { maxItems: 50, description: 'Fees on top of `rentalAmount`.' },
    ),
  ),
  damageDeposit: amount('Deposit on top of `rentalAmount`.', { minimum: 0 }),
  message,
})
export type SpecialOfferBody = Static<typeof SpecialOfferBody>

export const offerStatuses = ['active', 'accepted', 'declined', 'expired', 'withdrawn', 'preview'] as const

export const SpecialOffer = record({
  id: Type.Optional(idOrNull('Id of the offer; absent in a preview and a dry run.')),
  conversationId: id('The conversation.'),
  channel: Type.Optional(textOrNull('Channel of the inquiry.')),
  status: oneOfStrings(offerStatuses, { description: 'How far it got.' }),
  listingId: idOrNull('Listing that is offered.'),
  airbnbListingId: textOrNull('Its id on Airbnb; null elsewhere.'),
  checkIn: dateOnlyOrNull('First night.'),
  checkOut: dateOnlyOrNull('Day of departure.'),
  nights: integerOrNull('Nights.'),
  guests: record({
    total: integerOrNull('Guests in total, without pets.'),
    adults: integerOrNull('Adults.'),
    children: integerOrNull('Children.'),
    infants: integerOrNull('Infants.'),
    pets: integerOrNull('Pets.'),
  }),
  totalPrice: numberOrNull('Price of the whole stay.'),
  currency: Type.Optional(currencyOrNull('Currency of all amounts.')),
  rentalAmount: Type.Optional(numberOrNull('Rent, where single amounts were named.')),
  fees: Type.Optional(
    Type.Array(record({ type: text('Kind of fee.'), value: number('Amount.') }), {
      description: 'Fees, where single amounts were named.',
    }),
  ),
  damageDeposit: Type.Optional(numberOrNull('Deposit, where single amounts were named.')),
  message: Type.Optional(textOrNull('What the guest was told.')),
  createdAt: timestampOrNull('When it was made.'),
  expiresAt: timestampOrNull('Until when the guest can take it; null when the channel does not say.'),
  pms: relayed,
  dryRun: dryRunMark,
})
export type SpecialOffer = Static<typeof SpecialOffer>

export const OfferWithdrawn = record({
  id: id('Id of the offer.'),
  conversationId: id('The conversation.'),
  channel: Type.Optional(textOrNull('Channel of the inquiry.')),
  status: oneOfStrings(['withdrawn'], { description: 'The guest can no longer take it.' }),
  dryRun: dryRunMark,
})
