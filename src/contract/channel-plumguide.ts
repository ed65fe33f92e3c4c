/** Plum Guide's routes take and answer these. */
import { Type } from 'typebox'
import type { Static, TProperties } from 'typebox'
import { DataFreshness } from './freshness.ts'
import { LinkHealth } from './link-health.ts'
import {
  currencyOrNull,
  dateOnly,
  flag,
  id,
  integer,
  integerOrNull,
  listOf,
  nullable,
  number,
  numberOrNull,
  oneOfStrings,
  Pagination,
  record,
  text,
  textOrNull,
  timestampOrNull,
} from './shared.ts'

export const plumNights = 731

const accountId = () => text('Client id of the host.', { examples: ['host-1042'] })
const homeId = () => text("Plum Guide's id of the home.", { examples: ['71803'] })
const listingId = () => id('The listing.')
const listed = () =>
  Type.Union(
    [
      // Larger JSON numbers are not exact, so another listing could be meant.
      Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
      Type.String({ pattern: '^[1-9][0-9]{0,17}$' }),
    ],
    {
      description: 'The listing, as `GET /v1/channels/plumguide/listings` names it.',
      examples: ['4812'],
    },
  )
const dryRun = Type.Optional(Type.Literal(true, { description: 'Only of a dry run: nothing was changed.' }))

export const plumStates = ['approved', 'not_approved', 'not_listed', 'not_connected'] as const

export const PlumListing = record({
  id: id('The listing, as every route here takes it.'),
  name: text('Its name.'),
  status: oneOfStrings(plumStates, {
    description:
      '`approved`: the account lists the home, so it is vetted. `not_approved`: Plum Guide refused its calendar, because it is not vetted (any more). `not_listed`: the account lists it no more. `not_connected`: the account has to be connected again.',
  }),
  plumguideId: homeId(),
  accountId: accountId(),
  city: textOrNull('City.'),
  active: flag('Whether the listing is active here.'),
  writes: flag('Whether nights and prices are written to Plum Guide from here.'),
  health: LinkHealth,
})
export type PlumListing = Static<typeof PlumListing>

/** Answer of `GET /v1/channels/plumguide/listings`. */
export const PlumListings = record({
  data: Type.Array(PlumListing, { description: 'The records of this page.' }),
  pagination: Pagination,
  dataFreshness: DataFreshness,
})

export const plumCalendars = ['our_calendar', 'plumguide_calendar', 'other_calendar'] as const

const ofCalendar = {
  listingId: listingId(),
  plumguideId: textOrNull("Plum Guide's id of the home; null: the listing is at no account.", {
    examples: ['71803'],
  }),
  from: dateOnly('First night.'),
  to: dateOnly('Last night.'),
  source: oneOfStrings(plumCalendars, {
    description:
      '`our_calendar`: what our calendar has Plum Guide show. `plumguide_calendar`: Plum Guide keeps the listing, and this is as it was read. `other_calendar`: nights are not written to Plum Guide from here.',
  }),
  dataFreshness: DataFreshness,
}

export const PlumNight = record({
  date: dateOnly('The night that begins on this date.'),
  available: flag('Whether the night can be booked.'),
  sold: flag('Whether stays hold it, or calendars of others that the listing follows.'),
  minNights: integerOrNull(
    'Shortest stay that may begin on it, as our calendar says. Plum Guide has one for the whole home: `restrictions`.',
  ),
})

export const plumWeekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const

const restrictions = {
  minNights: integer('Shortest stay at the home.', { minimum: 1, maximum: 365 }),
  bookingWindowDays: integer('How many days ahead it can be booked.', { minimum: 1, maximum: 1095 }),
  changeOverDays: Type.Array(oneOfStrings(plumWeekdays), {
    maxItems: 7,
    uniqueItems: true,
    description: 'Days on which guests come and leave; none: any.',
    examples: [['saturday']],
  }),
}
const optional = <P extends TProperties>(properties: P) => Type.Partial(Type.Object(properties)).properties

/** Answer of `GET /v1/channels/plumguide/availability`. */
export const PlumAvailability = record({
  ...ofCalendar,
  data: Type.Array(PlumNight, { maxItems: plumNights, description: 'Every night, ascending.' }),
})
export type PlumAvailability = Static<typeof PlumAvailability>

export const plumActions = ['block', 'unblock'] as const
export type PlumAction = (typeof plumActions)[number]

/** PostgreSQL's calendar has no year 0. */
const night = (description: string) => dateOnly(description, { pattern: '^(?!0000)' })
const nights = {
  dates: Type.Optional(
    Type.Array(night('Night.'), {
      minItems: 1,
      maxItems: plumNights,
      description: 'Nights. Or `start_date` and `end_date`.',
      examples: [['2026-07-01', '2026-07-02']],
    }),
  ),
  start_date: Type.Optional(night('First night.')),
  end_date: Type.Optional(night('Last night; it is one of them.')),
}

/** The host API has no call for these fields; they are declared so that the refusal can name them. */
const untaken = (description: string) => Type.Optional(Type.Unknown({ description }))
const noCall = 'Plum Guide has no call for it: always refused with `unsupported_field`.'

/** Body of `PUT` and `POST /v1/channels/plumguide/availability`. */
export const PlumAvailabilityBody = Type.Object(
  {
    action: Type.Optional(
      text('`block`: the nights are closed. `unblock`: they are open, as far as they are not sold.', {
        examples: ['block'],
      }),
    ),
    listing_id: listed(),
    ...nights,
    note: Type.Optional(
      Type.String({ maxLength: 1000, description: 'Note on the nights, for yourself; it stays here.' }),
    ),
    restrictions: Type.Optional(
      record(
        {
          ...optional(restrictions),
          maxNights: untaken(noCall),
          closedToArrival: untaken(noCall),
          closedToDeparture: untaken(noCall),
        },
        {
          minProperties: 1,
          description: 'In place of `action`: rules of the whole home. What is left out stays.',
        },
      ),
    ),
  },
  { additionalProperties: false },
)
export type PlumAvailabilityBody = Static<typeof PlumAvailabilityBody>

const warning = Type.Optional(text('What went wrong at Plum Guide; it is tried again.'))

export const PlumAvailabilitySet = record({
  listingId: listingId(),
  action: nullable(oneOfStrings(plumActions), { description: 'What was done; null with `restrictions`.' }),
  dates: Type.Array(dateOnly('Night.'), { description: 'The nights that were named.' }),
  updated: integer('How many of them are as they were to be.', { minimum: 0 }),
  heldDates: Type.Array(dateOnly('Night.'), {
    description: 'Nights that were to be opened and are sold: they stay closed.',
  }),
  restrictions: nullable(record(optional(restrictions)), {
    description: 'The rules of the home as Plum Guide tells them now; null with `action`.',
  }),
  warning,
  dryRun,
})
export type PlumAvailabilitySet = Static<typeof PlumAvailabilitySet>

export const PlumPrice = record({
  date: dateOnly('The night that begins on this date.'),
  price: numberOrNull('Price of the night in whole units of the currency, the markup included.'),
})

/** Answer of `GET /v1/channels/plumguide/pricing`. */
export const PlumPricing = record({
  ...ofCalendar,
  currency: currencyOrNull('Currency of every price.'),
  data: Type.Array(PlumPrice, { maxItems: plumNights, description: 'Every night, ascending.' }),
})
export type PlumPricing = Static<typeof PlumPricing>

/** Body of `PUT /v1/channels/plumguide/pricing`. */
export const PlumPricingBody = Type.Object(
  {
    listing_id: listed(),
    ...nights,
    price: Type.Optional(
      integer('Required. Price of each night in whole units of the currency: 240 is 240 euros.', {
        minimum: 1,
        maximum: 1_000_000,
      }),
    ),
    base_price: untaken(noCall),
    weekend_price: untaken(noCall),
    cleaning_fee: untaken(noCall),
    currency: untaken(noCall),
    los_discounts: untaken(noCall),
  },
  { additionalProperties: false },
)
export type PlumPricingBody = Static<typeof PlumPricingBody>

export const PlumPricingSet = record({
  listingId: listingId(),
  price: number('Price of each night.'),
  dates: Type.Array(dateOnly('Night.'), { description: 'The nights that were named.' }),
  updated: integer('How many nights have it.', { minimum: 0 }),
  warning,
  dryRun,
})
export type PlumPricingSet = Static<typeof PlumPricingSet>

export const plumBookingStates = ['requested', 'confirmed', 'declined', 'cancelled'] as const

export const PlumBooking = record({
  id: id('Id of the reservation, as `GET /v1/reservations/{id}` takes it.'),
  bookingCode: text("Plum Guide's code of the booking.", { examples: ['PG-ABC123'] }),
  listingId: listingId(),
  accountId: accountId(),
  status: oneOfStrings(plumBookingStates, {
    description: 'A request that nobody answered in time is `declined`.',
  }),
  checkIn: dateOnly('First night.'),
  checkOut: dateOnly('Day of departure.', { examples: ['2026-05-18'] }),
  bookedAt: timestampOrNull('When it was made.'),
  guestName: textOrNull('Name of the guest, as far as Plum Guide tells it.'),
  guestCount: integerOrNull('How many come.'),
  totalPrice: numberOrNull('Price of the stay.'),
  currency: currencyOrNull('Its currency.'),
})
export type PlumBooking = Static<typeof PlumBooking>

/** Answer of `GET /v1/channels/plumguide/bookings`. */
export const PlumBookings = record({
  data: Type.Array(PlumBooking, { description: 'The records of this page.' }),
  pagination: Pagination,
  dataFreshness: DataFreshness,
})

export const PlumWebhook = record({
  accountId: accountId(),
  isActive: flag('Whether bookings are told to any address.'),
  endpoints: record({
    bookings: textOrNull('Where bookings are told to; of ours, which is a secret, the host only.'),
  }),
  ours: flag('Whether it is the address of this server, which reads what is told at once.'),
})
export type PlumWebhook = Static<typeof PlumWebhook>

/** Answer of `GET /v1/channels/plumguide/webhooks`. */
export const PlumWebhooks = listOf(PlumWebhook)

/** Body of `PUT /v1/channels/plumguide/webhooks`. */
export const PlumWebhooksBody = Type.Object(
  {
    endpoints: Type.Object(
      {
        bookings: nullable(
          Type.String({ minLength: 1, maxLength: 2000, examples: ['https://hooks.example.com/plum'] }),
          { description: 'Where bookings are to be told to, `https`; null: nowhere.' },
        ),
      },
      { additionalProperties: false, description: 'All there are: what is left out ends.' },
    ),
  },
  { additionalProperties: false },
)
export type PlumWebhooksBody = Static<typeof PlumWebhooksBody>
