import { Type } from 'typebox'
import type { Static } from 'typebox'
import {
  currency,
  currencyOrNull,
  dateOnly,
  decimalText,
  id,
  integerOrNull,
  nullable,
  number,
  numberOrNull,
  oneOfStrings,
  openObject,
  record,
  text,
  textOrNull,
  timeOfDayOrNull,
  timestamp,
  timestampOrNull,
} from './fields.ts'
import { DataFreshness } from './freshness.ts'
import { MoneyLine, recordAccountOrNull } from './shared.ts'

export const reservationStatuses = ['confirmed', 'pending', 'cancelled', 'completed'] as const
export const reservationSources = [
  'airbnb',
  'booking.com',
  'vrbo',
  'direct',
  'website',
  'owner',
  'other',
] as const
export const statusDetails = [
  'request_expired',
  'declined',
  'request_voided',
  'verification_failed',
  'hold_voided',
  'cancelled_by_guest',
  'cancelled_by_host',
  'cancelled_by_platform',
] as const
export const pendingReasons = ['host_approval', 'guest_payment', 'guest_verification'] as const

export const PrimaryGuest = record(
  {
    id: id('Id of the guest.'),
    firstName: textOrNull('First name.', { examples: ['Ada'] }),
    lastName: textOrNull('Last name.', { examples: ['Lovelace'] }),
    email: nullable(Type.String({ format: 'email' }), {
      description: 'Primary e-mail address, or the first one when none is primary.',
    }),
    phone: textOrNull('Primary phone number, or the first one when none is primary.'),
    language: textOrNull('Language, as BCP 47 tag or ISO 639-1 code.'),
  },
  {
    description:
      'The guest who booked. Left out for owner stays and while the source has not told who comes.',
  },
)
export type PrimaryGuest = Static<typeof PrimaryGuest>

export const Occupancy = record(
  {
    adults: integerOrNull('Adults.', { examples: [2] }),
    children: integerOrNull('Children.'),
    infants: integerOrNull('Infants.'),
    pets: integerOrNull('Pets.'),
    total: integerOrNull('Guests in total, as the source counts them.', { examples: [2] }),
  },
  { description: 'How many come. Left out when the source gave no counts.' },
)
export type Occupancy = Static<typeof Occupancy>

const lines = (description: string) => Type.Optional(Type.Array(MoneyLine, { description }))

export const HostFinancials = record(
  {
    accommodation: Type.Optional(number('Nights only.')),
    discounts: lines('Discounts given.'),
    guestFees: lines('Fees the guest pays.'),
    hostFees: lines('Fees the host pays.'),
    taxes: lines('Taxes.'),
    revenue: Type.Optional(number('What the host is paid.')),
    paidOut: Type.Optional(
      number(
        'What the channel has paid out of it by now; left out where it does not tell, and before anything is.',
      ),
    ),
  },
  { description: "The stay from the host's side. Parts the source does not give are left out, never zero." },
)
export type HostFinancials = Static<typeof HostFinancials>

export const GuestFinancials = record(
  {
    totalPrice: Type.Optional(number('What the guest pays.')),
    fees: lines('Fees in it.'),
    taxes: lines('Taxes in it.'),
  },
  { description: "The stay from the guest's side." },
)
export type GuestFinancials = Static<typeof GuestFinancials>

export const Financials = record({
  totalPrice: numberOrNull('What the guest pays for the whole stay; not the payout of the host.', {
    examples: [642.5],
  }),
  currency: currencyOrNull('Currency of every amount here.'),
  paymentStatus: textOrNull('State of the payment, for example `pending`, `paid` or `refunded`.'),
  cancellationPolicy: Type.Optional(text("The channel's own code of the cancellation policy.")),
  host: Type.Optional(HostFinancials),
  guest: Type.Optional(GuestFinancials),
  securityDeposit: Type.Optional(
    number('Deposit that is held and given back; no part of `totalPrice`. Only of stays priced here.'),
  ),
})
export type Financials = Static<typeof Financials>

const source = (description: string, options = {}) =>
  nullable(oneOfStrings(reservationSources), { description, ...options })
const deprecated = { deprecated: true }

/** A listing with several rooms gives the stay one of them. */
export const ReservationUnit = record({ id: id('Id of the unit.'), name: textOrNull('Its name.') })

/** Reservation events reuse these fields, which leave out `account`. */
export const reservationFields = {
  id: id('Id of the reservation.'),
  listingId: id('Listing that is booked.'),
  checkIn: dateOnly('First night.'),
  checkOut: dateOnly('Day of departure.', { examples: ['2026-05-18'] }),
  checkInTime: timeOfDayOrNull('Agreed arrival, local time of the property; null when not known.'),
  checkOutTime: timeOfDayOrNull('Agreed departure, local time of the property; null when not known.'),
  status: oneOfStrings(reservationStatuses, {
    description: '`completed` is a confirmed stay whose `checkOut` lies before today at the property.',
  }),
  statusDetail: Type.Optional(
    oneOfStrings(statusDetails, { description: 'Why it is cancelled; only on `cancelled`.' }),
  ),
  pendingReason: Type.Optional(
    oneOfStrings(pendingReasons, { description: 'What it waits for; only on `pending`.' }),
  ),
  respondBy: Type.Optional(
    timestamp('Until when a booking request can be answered; only while it can be.', { examples: [] }),
  ),
  confirmationCode: text('Code of the booking on its channel.', { examples: ['HMA4XK29QP'] }),
  source: source('Where the booking was made; null on old rows that do not know.'),
  platform: source('The same as `source`. Use `source`.', deprecated),
  unit: nullable(ReservationUnit, {
    description: 'Room the stay is assigned to; null for a single home or while none is assigned.',
  }),
  primaryGuest: Type.Optional(PrimaryGuest),
  occupancy: Type.Optional(Occupancy),
  financials: Type.Optional(Financials),
  guestName: Type.Optional(
    textOrNull('First and last name for display; left out when there is no first name.'),
  ),
  guestId: Type.Optional(id('Use `primaryGuest.id`.', deprecated)),
  totalPrice: Type.Optional(
    decimalText(
      'Price of the stay as decimal text with two places. Use `financials.totalPrice`.',
      deprecated,
    ),
  ),
  currency: Type.Optional(currency('Use `financials.currency`.', deprecated)),
  guestDetails: Type.Optional(
    openObject(
      'First and last name and the counts of `occupancy`, as far as they are known, and what else the source tells about its guest. Use `primaryGuest` and `occupancy`.',
      deprecated,
    ),
  ),
  bookedAt: timestampOrNull('When it was booked on its channel; null when the channel does not say.'),
  createdAt: timestamp('When the record was created here.'),
  updatedAt: timestamp(
    'Moves on with every change of dates, status, price, guest or conflict; what `updated_since` compares.',
  ),
  conflictsWith: Type.Array(id('Id of a reservation.', { examples: [] }), {
    description:
      'Reservations that were sold the same night of this listing when there was a unit for one of them only; empty when there are none. Ends when one of them is cancelled, moves away or lapses, or the listing gets more units.',
    examples: [[]],
  }),
  formerIds: Type.Optional(
    Type.Array(id('Id of a reservation.', { examples: ['7003'] }), {
      description:
        'Ids under which the same booking was listed here, until it was found to be this one: their records are gone, and each of them answers with this record. Left out where there are none.',
      examples: [['7003']],
    }),
  ),
}

/** `GET /v1/reservations` lists these, and `GET /v1/reservations/{id}` answers one. */
export const Reservation = record({
  ...reservationFields,
  account: Type.Optional(recordAccountOrNull('Account the booking came through; in lists only.')),
  dataFreshness: Type.Optional(DataFreshness),
})
export type Reservation = Static<typeof Reservation>
