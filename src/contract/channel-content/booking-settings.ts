/** These settings decide when and how guests can book a channel listing. */
import { Type, type Static } from 'typebox'
import { flag, flagOrNull, nullable, numberOrNull, integerOrNull, oneOfStrings, record } from '../fields.ts'

const modes = ['instant_book', 'request_to_book'] as const
const categories = ['everyone', 'experienced_guests_only', 'recommended_guests_only', 'off'] as const
const policies = ['flexible', 'moderate', 'firm', 'strict', 'super_strict'] as const

const anHour = Type.Integer({ minimum: 0, maximum: 23 })
const flexible = Type.Literal('FLEXIBLE')
const hour = (description: string) => Type.Union([anHour, flexible, Type.Null()], { description })
const newHour = (description: string) => Type.Optional(Type.Union([anHour, flexible], { description }))

export const BookingSettings = record({
  bookingMode: oneOfStrings(modes, { description: 'Whether guests book or ask.' }),
  instantBook: record(
    {
      enabled: flag('Whether anybody books without asking.'),
      guestCategory: oneOfStrings(categories, { description: 'Who does.' }),
      requiresGoodTrackRecord: flag('Only guests of whom hosts spoke well.'),
    },
    { description: 'Booking without asking.' },
  ),
  checkIn: record(
    { start: hour('From when.'), end: hour('Until when.') },
    { description: 'Arrival, in hours.' },
  ),
  checkOut: record({ time: integerOrNull('Until when, in hours.') }, { description: 'Departure.' }),
  advanceNotice: record(
    {
      hours: integerOrNull('How long before its arrival a stay can be booked.'),
      sameDayBookingsAllowed: flag('Whether a stay can be booked on the day of arrival.'),
      allowRequestToBook: flagOrNull('Whether guests can ask for stays that are nearer.'),
    },
    { description: 'How late stays can be booked.' },
  ),
  preparationTime: record({ nights: integerOrNull('Nights kept free.') }, { description: 'Between stays.' }),
  bookingWindow: record(
    { days: integerOrNull('How many days ahead.'), unlimited: flag('As far as the calendar goes.') },
    { description: 'How early stays can be booked.' },
  ),
  cancellation: record(
    {
      shortStayPolicy: nullable(Type.String(), {
        description: 'In the words of the channel.',
        examples: ['moderate'],
      }),
      longStayPolicy: Type.Optional(
        nullable(Type.String(), {
          description: 'For stays of more than 28 nights; null: no call is known that tells it.',
        }),
      ),
      nonRefundable: record(
        {
          enabled: flag('Whether there is a cheaper price that is never paid back.'),
          discountPercent: numberOrNull('How much cheaper.'),
          priceFactor: numberOrNull('The same as a factor.'),
        },
        { description: 'The price that is never paid back.' },
      ),
    },
    { description: 'What guests get back who call off.' },
  ),
})
export type BookingSettings = Static<typeof BookingSettings>

export const BookingSettingsBody = record(
  {
    bookingMode: Type.Optional(oneOfStrings(modes, { description: 'Whether guests book or ask.' })),
    instantBook: Type.Optional(
      record(
        {
          enabled: Type.Optional(flag('Whether anybody books without asking.')),
          guestCategory: Type.Optional(
            oneOfStrings(categories, {
              description:
                'Who does. Airbnb knows everyone, and guests of whom hosts spoke well: `recommended_guests_only` is the same as `experienced_guests_only`.',
            }),
          ),
          requiresGoodTrackRecord: Type.Optional(flag('Only guests of whom hosts spoke well.')),
        },
        { minProperties: 1, description: 'Booking without asking.' },
      ),
    ),
    checkIn: Type.Optional(
      record(
        { start: newHour('From when.'), end: newHour('Until when; up to 3 is after midnight.') },
        { minProperties: 1, description: 'Arrival, in hours.' },
      ),
    ),
    checkOut: Type.Optional(
      record(
        { time: Type.Integer({ minimum: 0, maximum: 23, description: 'Until when, in hours.' }) },
        { description: 'Departure.' },
      ),
    ),
    advanceNotice: Type.Optional(
      record(
        {
          hours: Type.Optional(
            Type.Integer({
              minimum: 0,
              maximum: 168,
              description: 'How long before. Airbnb takes 0 to 24, 48, 72, 168.',
            }),
          ),
          sameDayBookingsAllowed: Type.Optional(flag('Whether a stay can be booked on the day of arrival.')),
          allowRequestToBook: Type.Optional(flag('Whether guests can ask for stays that are nearer.')),
        },
        { minProperties: 1, description: 'How late stays can be booked.' },
      ),
    ),
    preparationTime: Type.Optional(
      record(
        { nights: Type.Integer({ minimum: 0, maximum: 2, description: 'Nights kept free.' }) },
        { description: 'Between stays.' },
      ),
    ),
    bookingWindow: Type.Optional(
      record(
        {
          days: Type.Optional(
            Type.Integer({ minimum: 0, maximum: 1125, description: 'How many days ahead.' }),
          ),
          unlimited: Type.Optional(flag('As far as the calendar goes.')),
        },
        { minProperties: 1, description: 'How early stays can be booked.' },
      ),
    ),
    cancellation: Type.Optional(
      record(
        {
          shortStayPolicy: Type.Optional(
            oneOfStrings(policies, { description: 'For stays of up to 28 nights.' }),
          ),
          longStayPolicy: Type.Optional(
            Type.String({ maxLength: 100, description: 'Refused with 422: no call is known that sets it.' }),
          ),
          nonRefundable: Type.Optional(
            record(
              {
                enabled: Type.Optional(flag('Whether there is a cheaper price that is never paid back.')),
                discountPercent: Type.Optional(
                  Type.Number({ minimum: 0, maximum: 30, description: 'How much cheaper.' }),
                ),
                priceFactor: Type.Optional(
                  Type.Number({ minimum: 0.7, maximum: 1, description: 'The same as a factor.' }),
                ),
              },
              { minProperties: 1, description: 'The price that is never paid back.' },
            ),
          ),
        },
        { minProperties: 1, description: 'What guests get back who call off.' },
      ),
    ),
    preReservationMessage: Type.Optional(
      Type.String({ description: 'Refused with 422: no call is known that sets it.' }),
    ),
    automaticStayExtension: Type.Optional(flag('Refused with 422: no call is known that sets it.')),
  },
  { minProperties: 1 },
)
export type BookingSettingsBody = Static<typeof BookingSettingsBody>

export const BookingSettingsWritten = record({
  data: record(
    {
      applied: Type.Array(
        oneOfStrings(['bookingSettings', 'availabilityRules'], {
          description: 'What of Airbnb was written.',
        }),
        { description: 'Which parts of Airbnb were written.' },
      ),
      settings: Type.Union([BookingSettings, Type.Null()], {
        description: 'The settings as Airbnb shows them; null where they were not read, as in a dry run.',
      }),
    },
    { description: 'What was written.' },
  ),
  blockedFields: Type.Array(Type.String(), {
    description: 'Fields of the request that Airbnb took and does not show.',
  }),
  stored: flag('Whether what Airbnb shows now was read and is kept here.'),
  dryRun: Type.Optional(Type.Literal(true, { description: 'Only of a dry run: nothing was sent.' })),
})
