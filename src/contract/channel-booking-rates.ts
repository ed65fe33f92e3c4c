/** These bodies set rates and nights at Booking.com. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { hotelId, pricingModel, rateId, roomId } from './channel-booking-nights.ts'
import {
  currencyOrNull,
  dateOnly,
  flag,
  idOrNull,
  integer,
  knownCurrency,
  oneOfStrings,
  record,
  text,
  textOrNull,
} from './fields.ts'

const position = () => integer('Place of the update in `updates`, from 0 on.', { minimum: 0 })

export const bookingUpdateTypes = ['rates', 'availability', 'derived-pricing'] as const
export type BookingUpdateType = (typeof bookingUpdateTypes)[number]

export const bookingUnsupportedRules = ['exactStayArrival', 'minAdvanceRes', 'maxAdvanceRes'] as const
export const bookingRoomStates = ['available', 'unavailable', 'on_request'] as const

const externalId = (kind: string, example: string) =>
  Type.Union(
    [Type.Integer({ minimum: 1 }), Type.String({ minLength: 1, maxLength: 20, pattern: '^[^\\u0000]*$' })],
    {
      description: `Booking.com's id of the ${kind}.`,
      examples: [example],
    },
  )
const stayLength = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 31, description: `${description} 0: any.` }))
const unsupported = () =>
  Type.Optional(Type.Integer({ description: 'Not taken: `restriction_not_supported` answers it.' }))
const amount = (description: string) =>
  Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000_000, description }))
const day = (description: string) =>
  Type.String({ format: 'date', pattern: '^(?!0000)', description, examples: ['2026-07-01'] })

const Restrictions = Type.Object(
  {
    minStay: stayLength('Shortest stay of those that have one of the nights.'),
    maxStay: stayLength('Longest stay of those that have one of the nights.'),
    minStayArrival: stayLength('Shortest stay of those that begin on one of the nights.'),
    maxStayArrival: stayLength('Longest stay of those that begin on one of the nights.'),
    closedToArrival: Type.Optional(Type.Boolean({ description: 'No stay may begin on the nights.' })),
    closedToDeparture: Type.Optional(Type.Boolean({ description: 'No stay may end on the nights.' })),
    exactStayArrival: unsupported(),
    minAdvanceRes: unsupported(),
    maxAdvanceRes: unsupported(),
  },
  { additionalProperties: false, description: 'Rules of the rate.' },
)

const place = {
  roomId: externalId('room', '1030001'),
  rateId: externalId('rate', '40123001'),
  dateRange: Type.Optional(
    Type.Object(
      { start: day('First night.'), end: day('Last night, which is one of them.') },
      {
        additionalProperties: false,
        description: 'The nights, at most 366. Needed with rates and availability.',
      },
    ),
  ),
  restrictions: Type.Optional(Restrictions),
}

const rateFields = {
  price: amount('Price of a night.'),
  currency: Type.Optional(knownCurrency('Currency of the property.')),
  singlePrice: amount('What one guest alone pays.'),
  occupancy: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 30,
      description: 'Number of guests whose price it is. Unless told the most that the rate takes.',
    }),
  ),
  roomsToSell: Type.Optional(
    Type.Integer({ description: 'Not a price: `inventory_not_in_rate_update` answers it.' }),
  ),
}

const inventoryFields = {
  availableRooms: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 254, description: 'Rooms left to sell, whatever the rate.' }),
  ),
  status: Type.Optional(
    oneOfStrings(bookingRoomStates, {
      description: '`unavailable` closes the rate. `on_request` is not taken: `restriction_not_supported`.',
    }),
  ),
  closed: Type.Optional(Type.Boolean({ description: 'The same as `status`: true closes the rate.' })),
}

const persons = (description: string) => Type.Integer({ minimum: 1, maximum: 30, description })

const derivedFields = {
  leadingOccupancy: Type.Optional(persons('Number of guests whose price the price of the rate is.')),
  occupancies: Type.Optional(
    Type.Array(
      Type.Object(
        {
          persons: persons('Number of guests, another one than `leadingOccupancy`.'),
          percentage: Type.Optional(
            Type.Number({
              exclusiveMinimum: -100,
              maximum: 1000,
              description: 'So many percent more, or less, than the price of the rate.',
            }),
          ),
          additional: Type.Optional(
            Type.Number({
              minimum: -1_000_000,
              maximum: 1_000_000,
              description: "So much more, or less, in the property's currency.",
            }),
          ),
          round: Type.Optional(Type.Boolean({ description: 'Whether the result is rounded.' })),
        },
        { additionalProperties: false, description: 'Either `percentage` or `additional`.' },
      ),
      {
        minItems: 1,
        maxItems: 30,
        description: 'What other numbers of guests pay. It takes the place of the rules that the rate had.',
      },
    ),
  ),
}

export const BookingUpdate = Type.Object(
  { ...place, ...rateFields, ...inventoryFields, ...derivedFields },
  {
    additionalProperties: false,
    description:
      '`price` and `currency` are needed with rates; `availableRooms`, `status` and `closed` go with availability; `leadingOccupancy` and `occupancies` are needed with derived pricing, which has no dates.',
  },
)
export type BookingUpdate = Static<typeof BookingUpdate>

const updates = (description: string) => Type.Array(BookingUpdate, { minItems: 1, maxItems: 50, description })
const verify = Type.Optional(
  Type.Boolean({
    description: 'Whether the nights are read back. True unless told; not of more than 186 nights.',
  }),
)

/** Body of `PUT /v1/channels/booking/availability`. */
export const BookingAvailabilityBody = Type.Object(
  {
    type: text(`What is set: ${bookingUpdateTypes.map((name) => `\`${name}\``).join(', ')}.`, {
      examples: ['rates'],
    }),
    property_id: externalId('property', '8122001'),
    verify,
    updates: updates('What is to be set, in the order in which it counts.'),
  },
  { additionalProperties: false },
)
export type BookingAvailabilityBody = Static<typeof BookingAvailabilityBody>

/** Body of `PUT /v1/channels/booking/listings/{id}/pricing`. */
export const BookingPricingBody = Type.Object(
  { verify, updates: updates('Rates that are to be set, in the order in which they count.') },
  { additionalProperties: false },
)
export type BookingPricingBody = Static<typeof BookingPricingBody>

export const bookingApplied = ['verified', 'mismatch', 'rejected', 'unverified', 'partial'] as const
export type BookingApplied = (typeof bookingApplied)[number]
const applied = () =>
  oneOfStrings(bookingApplied, {
    description:
      '`verified`: read back, and it stands. `mismatch`: taken, and something else is shown. `unverified`: taken, not read back. `partial`: some of it was refused. `rejected`: all of it was.',
  })
const part = (subject: string) =>
  record(
    {
      sent: integer(`Updates with ${subject}.`, { minimum: 0 }),
      applied: applied(),
      matched: integer('Nights that show it.', { minimum: 0 }),
      mismatched: integer('Nights that show something else.', { minimum: 0 }),
    },
    { description: `What became of ${subject}.` },
  )

/** Setting rates or availability answers this. */
export const BookingUpdated = record({
  hotelId: hotelId(),
  listingId: idOrNull('The listing that the rooms are; null where they are several.'),
  propertyId: text('The same as `hotelId`.'),
  requested: integer('Updates that were sent here.', { minimum: 0 }),
  pushed: integer('Updates that Booking.com took, in whole or but for the price.', { minimum: 0 }),
  occupancy: Type.Array(
    record({
      index: position(),
      roomId: roomId(),
      rateId: rateId(),
      value: integer('Number of guests whose price was set.', { minimum: 1 }),
      source: oneOfStrings(['request', 'rate_plan', 'room'], { description: 'Who says so.' }),
    }),
    { description: 'Of each price, for how many guests it is.' },
  ),
  applied: applied(),
  price: part('prices'),
  restrictions: part('rooms, closings and rules'),
  verification: record({
    ran: flag('Whether the nights were read back.'),
    skippedReason: Type.Optional(
      oneOfStrings(['not_requested', 'too_many_nights', 'not_readable', 'dry_run'], {
        description: 'Why not.',
      }),
    ),
    matched: integer('Nights that show what was set.', { minimum: 0 }),
    mismatched: integer('Nights that show something else.', { minimum: 0 }),
    rows: Type.Array(
      record({
        index: position(),
        roomId: roomId(),
        rateId: rateId(),
        date: dateOnly('The night.'),
        field: text('What differs.', { examples: ['price'] }),
        expected: Type.Unsafe<string | number | boolean>({
          type: ['string', 'number', 'boolean'],
          description: 'What was set.',
        }),
        shown: Type.Unsafe<string | number | boolean | null>({
          type: ['string', 'number', 'boolean', 'null'],
          description: 'What is shown; null: nothing.',
        }),
      }),
      { maxItems: 100, description: 'What differs, the first hundred.' },
    ),
  }),
  booking: record(
    { pricingModel: Type.Optional(pricingModel()), currency: currencyOrNull('Its currency.') },
    { description: 'How the property has its prices.' },
  ),
  errors: Type.Array(
    record({
      index: position(),
      roomId: roomId(),
      rateId: rateId(),
      part: oneOfStrings(['price', 'night'], { description: '`price`: the rest of the update was taken.' }),
      message: text("Booking.com's words."),
      bookingRuid: textOrNull("Booking.com's id of its answer."),
    }),
    { description: 'What was refused.' },
  ),
  ratePlanReadError: Type.Optional(
    text('Why the rates of the property could not be read; the nights were set without looking at them.'),
  ),
  dryRun: Type.Optional(Type.Literal(true, { description: 'Only of a dry run: nothing was sent.' })),
})
export type BookingUpdated = Static<typeof BookingUpdated>
