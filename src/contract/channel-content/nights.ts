/** A channel listing's nights are shown in one form and set in another. */
import { Type, type Static, type TSchema } from 'typebox'
import { DataFreshness } from '../freshness.ts'
import {
  dateOnly,
  flag,
  flagOrNull,
  integer,
  integerOrNull,
  numberOrNull,
  oneOfStrings,
  record,
  text,
  textOrNull,
} from '../fields.ts'
import { writtenOf } from './written.ts'

export const longestStay = 1125
/** One request sets at most this many nights, and a connector writes them at once. */
export const mostNights = 731

export const AirbnbNight = record({
  date: dateOnly('The night that begins on this date.'),
  available: flag('Whether the night can be booked; false when nothing is left of it.'),
  availableUnits: integerOrNull('What is left to sell; null where Airbnb does not say it.'),
  price: numberOrNull('Price of the night, the markup for Airbnb included, in `settings.currency`.'),
  minNights: integerOrNull('Shortest stay that may begin on this date.'),
  maxNights: integerOrNull('Longest stay that may begin on this date; null: any.'),
  closedToArrival: flagOrNull('Nobody may arrive on this date.'),
  closedToDeparture: flagOrNull('Nobody may leave on this date.'),
  notes: textOrNull('Note on the night; of nights that somebody closed also why.'),
})
export type AirbnbNight = Static<typeof AirbnbNight>

export const nightsSources = ['our_calendar', 'airbnb_calendar', 'other_calendar', 'airbnb'] as const

export const nightsOf = <S extends TSchema>(settings: S) =>
  record({
    data: Type.Array(AirbnbNight, { description: 'Every night of the window, ascending.' }),
    source: oneOfStrings(nightsSources, {
      description:
        '`our_calendar`: what our calendar has Airbnb show. `airbnb_calendar`: Airbnb keeps the listing, and this is as it was read. `other_calendar`: nights are not written to Airbnb from here; this is what is known of the listing, and Airbnb may show something else. `airbnb`: read from Airbnb just now (`source=live`).',
    }),
    settings,
    dataFreshness: DataFreshness,
  })

export const nightOrNights = '^\\d{4}-\\d{2}-\\d{2}(:\\d{4}-\\d{2}-\\d{2})?$'
const night = (description: string) => Type.Optional(dateOnly(description, { pattern: '^(?!0000)' }))
const stay = (description: string) =>
  Type.Optional(integer(description, { minimum: 1, maximum: longestStay }))

export const CalendarOperation = record(
  {
    dates: Type.Optional(
      Type.Array(Type.String({ pattern: nightOrNights, maxLength: 21 }), {
        minItems: 1,
        maxItems: mostNights,
        description: 'Nights, or ranges of them with both ends (`a:b`). Or `start_date` and `end_date`.',
        examples: [['2026-07-01', '2026-07-10:2026-07-14']],
      }),
    ),
    start_date: night('First night.'),
    end_date: night('Last night.'),
    daily_price: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1e9,
        description: 'Price of one night in the currency of the listing, with at most three decimals.',
      }),
    ),
    availability: Type.Optional(
      oneOfStrings(['available', 'unavailable', 'default'], {
        description:
          'Open, closed, or as if nobody had said anything. A night that is sold stays closed whatever is sent.',
      }),
    ),
    busy_subtype: Type.Optional(
      oneOfStrings(['BLOCKED_BY_HOST', 'OUTSIDE_RESERVATION'], {
        description: '`BLOCKED_BY_HOST` unless sent. The other is refused: book the stay here instead.',
      }),
    ),
    min_nights: stay('Shortest stay that may begin on these nights.'),
    max_nights: stay('Longest stay that may begin on these nights.'),
    closed_to_arrival: Type.Optional(flag('Nobody may arrive.')),
    closed_to_departure: Type.Optional(flag('Nobody may leave.')),
    notes: Type.Optional(Type.String({ maxLength: 1000, description: 'Note on the nights, for yourself.' })),
  },
  { minProperties: 2 },
)
export type CalendarOperation = Static<typeof CalendarOperation>

export const CalendarOperations = Type.Array(CalendarOperation, {
  minItems: 1,
  maxItems: 200,
  description: `With \`calendar\`: up to ${mostNights} nights altogether; where several name a night, the later one counts.`,
})

export const NightsSet = record(
  {
    nights: integer('How many nights were set.', { minimum: 0 }),
    source: oneOfStrings(['our_calendar', 'airbnb_calendar'], {
      description:
        'Which calendar they were set in. `our_calendar`: it is written to every channel that sells the listing; `GET /v1/listings/{id}/exposure` tells what each shows. `airbnb_calendar`: Airbnb keeps the listing.',
    }),
    heldNights: Type.Array(dateOnly('Night.'), {
      description: 'Nights that were to be opened and are sold: they stay closed.',
    }),
    confirmed: flag('Whether Airbnb was seen to show all of them within the time of the request.'),
    warning: Type.Optional(text('What went wrong on Airbnb; it is tried again.')),
  },
  { description: 'Only with `calendar`.' },
)
export type NightsSet = Static<typeof NightsSet>

/** Writing nights or a section of settings answers this. */
export const nightsWrittenOf = <const V extends readonly string[], S extends TSchema>(
  types: V,
  settings: S,
) => {
  const { dryRun, ...written } = writtenOf(settings).properties
  return record({
    type: oneOfStrings(types, { description: 'What was set.' }),
    ...written,
    calendar: Type.Optional(NightsSet),
    dryRun,
  })
}
