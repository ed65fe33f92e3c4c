/** Charges and content of a property are in Booking.com's own words. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { hotelId, roomId } from './channel-booking-nights.ts'
import { flag, nullable, record, text } from './fields.ts'

const externalId = (kind: string, example: string) =>
  Type.Union(
    [
      Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
      Type.String({ minLength: 1, maxLength: 20, pattern: '^[^\\u0000]*$' }),
    ],
    { description: `Booking.com's id of the ${kind}.`, examples: [example] },
  )
const word = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: 60, pattern: '^[^\\u0000]*$', description, examples: [example] })
const day = (description: string) =>
  Type.String({ format: 'date', pattern: '^(?!0000)', description, examples: ['2026-07-01'] })
const strict = { additionalProperties: false }

export const BookingChargeKey = Type.Object(
  {
    type: word('What it is for.', 'CLEANINGFEE'),
    guest_origin: Type.Optional(word('Whom it is of: `ANY`, `DOMESTIC` or `INTERNATIONAL`.', 'ANY')),
    travel_purpose: Type.Optional(word('On which travels: `ANY`, `LEISURE` or `BUSINESS`.', 'ANY')),
  },
  { ...strict, description: 'By which a charge is known: there is one of each key.' },
)

export const BookingCharge = Type.Object(
  {
    charge_key: BookingChargeKey,
    charge_periods: Type.Array(
      Type.Object(
        {
          applicable: Type.Object(
            { from: day('First day.'), to: Type.Optional(day('Last day; without it there is no end.')) },
            { ...strict, description: 'When.' },
          ),
          configuration: Type.Unsafe<Record<string, unknown>>({
            type: 'object',
            additionalProperties: true,
            description:
              'As Booking.com takes it: `amount` with `value`, `mode` (`PER_NIGHT`, `PER_STAY`, `PER_PERSON_PER_NIGHT`, `PER_PERSON_PER_STAY`, `PERCENTAGE`, `INCALCULABLE`) and with a percentage `base`; `child_ages`.',
            examples: [{ amount: { value: 40, mode: 'PER_STAY' } }],
          }),
        },
        strict,
      ),
      { minItems: 1, maxItems: 50, description: 'How much, and when.' },
    ),
  },
  { ...strict, description: 'A fee or a tax.' },
)

export const BookingRoomCharges = Type.Object(
  {
    room_id: externalId('room', '1030001'),
    charges: Type.Array(BookingCharge, { maxItems: 200, description: 'In place of those of the property.' }),
  },
  { ...strict, description: 'Of one room.' },
)

const lists = {
  property_charges: Type.Array(BookingCharge, { maxItems: 200, description: 'Of the whole property.' }),
  room_charges: Type.Array(BookingRoomCharges, { maxItems: 500, description: 'Of single rooms.' }),
}

/** Answer of `GET /v1/channels/booking/charges`. */
export const BookingCharges = record({ hotelId: hotelId(), ...lists })
export type BookingCharges = Static<typeof BookingCharges>

/** Body of `PUT /v1/channels/booking/charges`. */
export const BookingChargesBody = Type.Object(
  {
    property_id: externalId('property', '8122001'),
    property_charges: Type.Optional(lists.property_charges),
    room_charges: Type.Optional(lists.room_charges),
  },
  strict,
)
export type BookingChargesBody = Static<typeof BookingChargesBody>

/** Answer of `PUT /v1/channels/booking/charges`. */
export const BookingChargesSet = record({
  hotelId: hotelId(),
  ...lists,
  cleared: Type.Array(
    record({
      room_id: nullable(roomId(), { description: 'The room; null: the property.' }),
      charge_key: BookingChargeKey,
    }),
    { description: 'What stood there, was not in the request and is gone.' },
  ),
  dryRun: Type.Optional(Type.Literal(true, { description: 'Only of a dry run: nothing was sent.' })),
})
export type BookingChargesSet = Static<typeof BookingChargesSet>

export const bookingContentTypes = [
  ...(['photos', 'facilities', 'description', 'settings', 'policies', 'licences'] as const),
  ...(['checkin_methods', 'contacts'] as const),
]

const sectionType = () =>
  text(`Which section: ${bookingContentTypes.map((name) => `\`${name}\``).join(', ')}.`, {
    examples: ['facilities'],
  })
export const BookingContentType = sectionType()

const content = (description: string) =>
  Type.Unsafe<unknown>({
    type: ['object', 'array', 'null'],
    additionalProperties: true,
    items: {},
    description,
    examples: [{ language_code: 'en' }],
  })

/** Answer of `GET /v1/channels/booking/content`. */
export const BookingContent = record({
  hotelId: hotelId(),
  type: sectionType(),
  content: content('As Booking.com tells it; null: nothing.'),
})
export type BookingContent = Static<typeof BookingContent>

/** Body of `POST /v1/channels/booking/content`. */
export const BookingContentBody = Type.Object(
  {
    type: sectionType(),
    property_id: externalId('property', '8122001'),
    content: Type.Unsafe<object>({
      type: ['object', 'array'],
      additionalProperties: true,
      items: {},
      description: 'As Booking.com takes it: a list of facilities, and an object for everything else.',
      examples: [{ language_code: 'en', text: 'A house by the harbour.' }],
    }),
  },
  strict,
)
export type BookingContentBody = Static<typeof BookingContentBody>

/** Answer of `POST /v1/channels/booking/content`. */
export const BookingContentSet = record({
  hotelId: hotelId(),
  type: sectionType(),
  success: flag('Always true; what went wrong is an error.'),
  answer: content('What Booking.com said; null: nothing.'),
  dryRun: Type.Optional(Type.Literal(true, { description: 'Only of a dry run: nothing was sent.' })),
})
export type BookingContentSet = Static<typeof BookingContentSet>
