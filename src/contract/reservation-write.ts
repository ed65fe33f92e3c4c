/** Bodies and answers of the calls that make, change, cancel and answer bookings. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import {
  currency,
  currencyOrNull,
  dateOnly,
  flag,
  id,
  idOrNull,
  integer,
  nullable,
  number,
  numberOrNull,
  oneOfStrings,
  record,
  text,
  textOrNull,
  timeOfDayOrNull,
  timestamp,
  timestampOrNull,
} from './fields.ts'
import { reservationStatuses, ReservationUnit } from './reservation.ts'
import { MoneyLine } from './shared.ts'

const digitString = Type.String({ pattern: '^[1-9][0-9]{0,17}$' })
// Above it JSON numbers are no longer exact: another record could be meant.
const wholeNumber = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
const bodyId = (description: string) => Type.Union([wholeNumber, digitString], { description })

/** The calendar of the database has no year 0. */
const stayDate = (description: string) =>
  Type.String({ format: 'date', pattern: '^(?!0000)', description, examples: ['2026-07-01'] })
const timeOfDay = (description: string) =>
  Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', description, examples: ['15:00'] })
const people = (description: string, minimum: number) => Type.Integer({ minimum, maximum: 1000, description })
const name = (description: string) => Type.String({ minLength: 1, maxLength: 200, description })

export const bookingPlatforms = ['direct', 'website', 'owner'] as const

/** Where bookings are kept in a PMS, some fields can only be sent there, and others not at all. */
export const ReservationCreateBody = record({
  listingId: bodyId('Listing to book.'),
  checkIn: stayDate('First night.'),
  checkOut: stayDate('Day of departure, after `checkIn`.'),
  guest: record(
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
  ),
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
    currency("Currency of the stay; the listing's own unless told. Not for listings kept in a PMS."),
  ),
  guestId: Type.Optional(
    bodyId('A guest of this workspace whose booking it is. Not for listings kept in a PMS.'),
  ),
})
export type ReservationCreateBody = Static<typeof ReservationCreateBody>

const refused = Type.Optional(
  Type.Unsafe<unknown>({ description: 'Cannot be changed: refused with `unsupported_field`.' }),
)

/** Known by name, so that the refusal can name them. */
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
  message: Type.String({ minLength: 1, maxLength: 500, description: 'What the guest is told.' }),
})
export type RequestDeclineBody = Static<typeof RequestDeclineBody>

export const PmsSectionError = record({
  section: text('Part of the request it is about.', { examples: ['notes'] }),
  code: text('Why, as a stable word.', { examples: ['rejected'] }),
  message: text('The same for a person to read.', { examples: ['The note is too long.'] }),
})

/** What became of the request in the PMS. */
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

const priceItems = Type.Array(MoneyLine, {
  description:
    'What the price is made of: `nights`, `weekend_nights`, `weekly_discount` or `monthly_discount` (negative), `extra_guest`, `cleaning`. They add up to `total`.',
})
const securityDeposit = numberOrNull('Held and given back, so no part of `total`; null when none is asked.')

/** The price of a stay that is priced here. */
export const StayPricing = record({
  items: priceItems,
  total: number('The sum of the items.', { examples: [642.5] }),
  currency: currency('Currency of every amount here.'),
  securityDeposit,
})
export type StayPricing = Static<typeof StayPricing>

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

export const intentKinds = ['create', 'modify', 'cancel', 'accept', 'decline'] as const
export const intentStates = ['started', 'sent', 'unknown', 'made', 'succeeded', 'refused'] as const

/** `GET /v1/reservations/intents/{key}` */
export const ReservationIntent = record({
  key: text('The `Idempotency-Key` of the request.'),
  kind: oneOfStrings(intentKinds, { description: 'What was to be done.' }),
  state: oneOfStrings(intentStates, {
    description:
      '`started`: nothing was sent yet. `sent`: the PMS is being asked. `unknown`: it did not answer; what became of it is being found out. `made`: done in the PMS, not recorded here yet. `succeeded`: done there and recorded here. `refused`: not done, and it will not be done by itself.',
  }),
  provider: text('The PMS.', { examples: ['hostaway'] }),
  listingId: id('The listing.'),
  reservationId: idOrNull('The reservation, once it is known here.'),
  externalId: textOrNull("The PMS's id of the booking, once it is known."),
  attempts: integer('How often the PMS was asked to do it.'),
  searches: integer('How often it was looked for in the PMS.'),
  error: nullable(
    record({
      code: text('Code of the error that was answered.', { examples: ['pms_error'] }),
      message: text('What went wrong.', { examples: ['The PMS did not answer.'] }),
    }),
    { description: 'Why it was refused, or why its outcome is unknown.' },
  ),
  nextSearchAt: timestampOrNull('When it is looked for again; null when nothing is left to find out.'),
  createdAt: timestamp('When the request came in.'),
  updatedAt: timestamp('When the state last changed.'),
})
export type ReservationIntent = Static<typeof ReservationIntent>

export const PmsQuoteBody = record({
  listingId: bodyId('Listing to price.'),
  checkIn: stayDate('First night.'),
  checkOut: stayDate('Day of departure, after `checkIn`.'),
  adults: Type.Optional(people('Adults.', 1)),
  children: Type.Optional(people('Children.', 0)),
  guestCount: Type.Optional(people('How many come in all.', 1)),
  unitId: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'Unit to price, as the PMS calls it.' }),
  ),
})
export type PmsQuoteBody = Static<typeof PmsQuoteBody>

const part = (description: string) => Type.Optional(number(description))

export const PmsQuote = record({
  listingId: id('The listing.'),
  provider: text('The PMS that gave the price.', { examples: ['hostaway'] }),
  checkIn: dateOnly('First night.'),
  checkOut: dateOnly('Day of departure.', { examples: ['2026-05-18'] }),
  available: flag('Whether the stay can be booked.'),
  total: numberOrNull('Price of the stay; null when it cannot be booked.'),
  currency: currencyOrNull('Its currency.'),
  breakdown: nullable(
    record({
      accommodation: part('Nights.'),
      cleaningFee: part('Cleaning.'),
      taxes: part('Taxes.'),
      fees: part('Other fees.'),
    }),
    { description: 'What the price is made of; parts the PMS does not itemise are left out.' },
  ),
  restrictions: Type.Array(Type.String(), { description: 'Why it cannot be booked, in plain words.' }),
})
export type PmsQuote = Static<typeof PmsQuote>

const amount = (description: string) => Type.Optional(numberOrNull(description))

export const quoteReasons = [
  'taken',
  'closed',
  'min_nights',
  'max_nights',
  'no_arrival',
  'no_departure',
  'too_many_guests',
] as const

/** `GET /v1/quotes` */
export const Quote = record({
  listingId: id('The listing.'),
  websiteId: idOrNull('The booking website; null, because this server has none of its own.'),
  checkIn: dateOnly('First night.'),
  checkOut: dateOnly('Day of departure.', { examples: ['2026-05-18'] }),
  guests: integer('How many come.'),
  nights: integer('How many nights.'),
  available: flag('Whether the stay can be booked.'),
  reason: Type.Optional(oneOfStrings(quoteReasons, { description: 'Why not; only when it cannot.' })),
  currency: currency('Currency of every amount here.'),
  availableUnits: nullable(Type.Integer(), {
    description: 'Homes or rooms left on the fullest of the nights.',
  }),
  pricing: record({
    nightlyTotal: amount('The nights.'),
    lengthOfStayDiscount: amount('Discount for a long stay, negative.'),
    lengthOfStayDiscountPercent: amount('The same in percent.'),
    cleaningFee: amount('Cleaning.'),
    petFee: amount('Pets; always null, because listings have no such fee here.'),
    otherFees: amount('Guests above those that the price includes.'),
    taxes: amount('Taxes; always null, because they are not known here.'),
    total: amount('All of it; the amounts above add up to it, and so do the items.'),
    items: priceItems,
    securityDeposit,
  }),
})
export type Quote = Static<typeof Quote>
