/** Bookings are made, changed, cancelled and answered with these bodies. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { bodyId, name, people, stayDate, words } from './body-fields.ts'
import {
  currencyOrNull,
  dateOnly,
  flag,
  id,
  idOrNull,
  knownCurrency,
  nullable,
  numberOrNull,
  oneOfStrings,
  record,
  text,
  textOrNull,
  timeOfDayOrNull,
  timestamp,
} from './fields.ts'
import { reservationStatuses, ReservationUnit } from './reservation.ts'
import { StayPricing } from './stay-pricing.ts'
import { stayWarnings } from './stay-warnings.ts'

const timeOfDay = (description: string) =>
  Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', description, examples: ['15:00'] })

export const bookingPlatforms = ['direct', 'website', 'owner'] as const

export const BookingGuest = record(
  {
    firstName: name('First name.'),
    lastName: Type.Optional(name('Last name.')),
    email: Type.Optional(Type.String({ format: 'email', maxLength: 320, description: 'E-mail address.' })),
    phone: Type.Optional(
      Type.String({ minLength: 5, maxLength: 40, description: 'Phone number, best with country code.' }),
    ),
  },
  {
    description:
      'Who comes. A guest with the same e-mail address, else the same phone number, and the same name is reused.',
  },
)

/** A PMS that keeps bookings accepts some fields that are refused elsewhere, and lacks others. */
export const ReservationCreateBody = record({
  listingId: bodyId('Listing to book.'),
  checkIn: stayDate('First night.'),
  checkOut: stayDate('Day of departure, after `checkIn`.'),
  guest: BookingGuest,
  guestCount: Type.Optional(people('How many come in all.', 1)),
  adults: Type.Optional(people('Adults.', 1)),
  children: Type.Optional(people('Children.', 0)),
  status: Type.Optional(
    oneOfStrings(['confirmed', 'tentative'], {
      description: '`confirmed` unless told. A tentative booking holds its nights and reads as `pending`.',
    }),
  ),
  platform: Type.Optional(
    oneOfStrings(bookingPlatforms, { description: 'Where it was made; `direct` unless told.' }),
  ),
  totalPrice: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1e12,
      description: 'Price of the whole stay. Only for PMSs with `customPrice`.',
    }),
  ),
  notes: Type.Optional(
    Type.String({ maxLength: 5000, description: 'Note for the host. Only for listings kept in a PMS.' }),
  ),
  unitId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        'Unit to book, as the PMS calls it or as `GET /v1/listings/{id}/units` lists it. Only for listings kept in a PMS.',
    }),
  ),
  sendConfirmationEmail: Type.Optional(
    flag('Whether the PMS writes to the guest. Only for listings kept in a PMS.'),
  ),
  checkInTime: Type.Optional(timeOfDay('Agreed arrival, local time. Not for listings kept in a PMS.')),
  checkOutTime: Type.Optional(timeOfDay('Agreed departure, local time. Not for listings kept in a PMS.')),
  currency: Type.Optional(
    knownCurrency("Currency of the stay; the listing's own unless told. Not for listings kept in a PMS."),
  ),
  guestId: Type.Optional(
    bodyId('A guest of this workspace whose booking it is. Not for listings kept in a PMS.'),
  ),
})
export type ReservationCreateBody = Static<typeof ReservationCreateBody>

const refused = Type.Optional(
  Type.Unsafe<unknown>({
    readOnly: true,
    description: 'Cannot be changed: refused with `unsupported_field`.',
  }),
)

/** These fields are declared so that the refusal can name them. */
export const unchangeableFields = [
  'guest',
  'guestDetails',
  'pricing',
  'totalPrice',
  'currency',
  'status',
  'platform',
  'notes',
] as const

export const ReservationUpdateBody = record(
  {
    checkIn: Type.Optional(stayDate('First night.')),
    checkOut: Type.Optional(stayDate('Day of departure.')),
    checkInTime: Type.Optional(timeOfDay('Agreed arrival, local time. Not for stays kept in a PMS.')),
    checkOutTime: Type.Optional(timeOfDay('Agreed departure, local time. Not for stays kept in a PMS.')),
    guestCount: Type.Optional(people('How many come in all.', 1)),
    listingId: Type.Optional(bodyId('Listing to move the stay to. Not for stays kept in a PMS.')),
    guest: refused,
    guestDetails: refused,
    pricing: refused,
    totalPrice: refused,
    currency: refused,
    status: refused,
    platform: refused,
    notes: refused,
  },
  { minProperties: 1 },
)
export type ReservationUpdateBody = Static<typeof ReservationUpdateBody>

export const ReservationCancelBody = record({
  reason: Type.Optional(Type.String({ maxLength: 1000, description: 'Why, in the words of the host.' })),
})
export type ReservationCancelBody = Static<typeof ReservationCancelBody>

export const declineReasons = [
  'dates_not_available',
  'not_comfortable',
  'listing_not_ready',
  'different_dates_needed',
  'spam',
  'other',
] as const

export const RequestDeclineBody = record({
  reason: oneOfStrings(declineReasons, { description: 'Why the request is declined.' }),
  message: words(500, 'What the guest is told.'),
})
export type RequestDeclineBody = Static<typeof RequestDeclineBody>

export const PmsSectionError = record({
  section: text('Part of the request it is about.', { examples: ['notes'] }),
  code: text('Why, as a stable word.', { examples: ['rejected'] }),
  message: text('The same for a person to read.', { examples: ['The note is too long.'] }),
})

/** The PMS reports this outcome of the request. */
export const PmsOutcome = record(
  {
    provider: text('The PMS.', { examples: ['hostaway'] }),
    reservationId: Type.Optional(textOrNull("The PMS's id of the booking.")),
    applied: Type.Array(Type.String(), { description: 'Parts of the request the PMS took.' }),
    errors: Type.Array(PmsSectionError, { description: 'Parts it did not take.' }),
    partial: Type.Optional(flag('The booking stands, but not all that was asked for could be done.')),
    failedSections: Type.Optional(Type.Array(PmsSectionError, { description: 'The same as `errors`.' })),
    quote: Type.Optional(
      record(
        {
          available: flag('Whether the nights are free.'),
          total: Type.Optional(numberOrNull('Price of the stay.')),
          currency: Type.Optional(currencyOrNull('Its currency.')),
        },
        { description: 'What the PMS asks for the stay, where no price was sent.' },
      ),
    ),
  },
  { description: 'Only where the reservation is kept in a PMS.' },
)
export type PmsOutcome = Static<typeof PmsOutcome>

const pricing = (description: string) => Type.Optional({ ...StayPricing, description })

const dryRun = Type.Optional(
  Type.Literal(true, { description: 'Only of a dry run: nothing was done, this is what would have been.' }),
)

const pms = Type.Optional(PmsOutcome)
const status = oneOfStrings(reservationStatuses, { description: 'Status after the call.' })
const unit = Type.Optional(
  nullable(ReservationUnit, {
    description: 'Room the stay is assigned to; only where the reservation is kept in a PMS.',
  }),
)

export const ReservationCreated = record({
  id: Type.Optional(id('Id of the reservation; none of a dry run.')),
  confirmationCode: Type.Optional(text('Its code; none of a dry run.', { examples: ['DIR-7K2QXA'] })),
  listingId: id('Listing that is booked.'),
  platform: nullable(Type.String(), { description: 'Where it was made.', examples: ['direct'] }),
  status,
  checkIn: dateOnly('First night.'),
  checkOut: dateOnly('Day of departure.', { examples: ['2026-05-18'] }),
  guestId: Type.Optional(idOrNull('The guest.')),
  totalPrice: numberOrNull('Price of the whole stay.', { examples: [642.5] }),
  currency: currencyOrNull('Its currency.'),
  pricing: pricing('What it is made of, from the rates as they are now. Not of listings kept in a PMS.'),
  unit,
  warnings: stayWarnings,
  pms,
  dryRun,
})
export type ReservationCreated = Static<typeof ReservationCreated>

export const changeableFields = [
  'checkIn',
  'checkOut',
  'checkInTime',
  'checkOutTime',
  'guestCount',
  'listingId',
] as const

export const ReservationUpdated = record({
  id: id('Id of the reservation.'),
  confirmationCode: text('Its code.'),
  listingId: id('Listing that is booked.'),
  checkIn: dateOnly('First night.'),
  checkOut: dateOnly('Day of departure.', { examples: ['2026-05-18'] }),
  checkInTime: timeOfDayOrNull('Agreed arrival.'),
  checkOutTime: timeOfDayOrNull('Agreed departure.'),
  status,
  updatedAt: timestamp('When it last changed.'),
  changed: Type.Array(oneOfStrings(changeableFields), {
    description: 'Fields whose value is another one now; empty when everything was so already.',
  }),
  pricing: pricing(
    'What the stay costs, where the change priced it anew: from the rates as they are now. Not of stays kept in a PMS.',
  ),
  previousTotalPrice: Type.Optional(
    numberOrNull('What it cost before; only where `pricing.total` is another amount.'),
  ),
  previousCurrency: Type.Optional(
    currencyOrNull('Currency of `previousTotalPrice`; only where that of `pricing` is another.'),
  ),
  warnings: stayWarnings,
  pms,
  dryRun,
})
export type ReservationUpdated = Static<typeof ReservationUpdated>

export const ReservationCancelled = record({
  id: id('Id of the reservation.'),
  confirmationCode: text('Its code.'),
  listingId: id('Listing that was booked.'),
  status: Type.Literal('cancelled', { description: 'It is cancelled.' }),
  checkIn: dateOnly('First night.'),
  checkOut: dateOnly('Day of departure.', { examples: ['2026-05-18'] }),
  updatedAt: timestamp('When it last changed.'),
  alreadyCancelled: Type.Optional(
    Type.Literal(true, { description: 'It was cancelled before; nothing was done.' }),
  ),
  pms,
  dryRun,
})
export type ReservationCancelled = Static<typeof ReservationCancelled>

export const RequestAnswered = record({
  reservationId: id('Id of the reservation.'),
  confirmationCode: text('Its code.'),
  channel: textOrNull('Channel the guest asked on.', { examples: ['airbnb'] }),
  action: oneOfStrings(['accept', 'decline'], { description: 'What was done.' }),
  status: oneOfStrings(['accepted', 'declined'], {
    description: 'The answer given. The reservation itself moves once the channel confirms it.',
  }),
  declineReason: Type.Optional(oneOfStrings(declineReasons, { description: 'Only of a decline.' })),
  pms,
  dryRun,
})
export type RequestAnswered = Static<typeof RequestAnswered>
