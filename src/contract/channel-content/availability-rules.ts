/** These rules apply to stays at a channel listing unless its nights have their own. */
import { Type, type Static } from 'typebox'
import { dateOnly, flag, flagOrNull, integer, integerOrNull, oneOfStrings, record } from '../fields.ts'
import { CalendarOperations, longestStay, nightsWrittenOf } from './nights.ts'

const weekday = (description: string) => integer(description, { minimum: 0, maximum: 6 })
const aWeekday = 'Day of the week, 0 is Sunday.'
const nights = (description: string) => integer(description, { minimum: 1, maximum: longestStay })

const WeekdayMinimum = record({
  day_of_week: weekday(aWeekday),
  min_nights: nights('Shortest stay that begins then.'),
})
const SeasonalMinimum = record({
  start_date: dateOnly('First day.', { pattern: '^(?!0000)' }),
  end_date: dateOnly('Last day.', { pattern: '^(?!0000)' }),
  min_nights: nights('Shortest stay that begins then.'),
})
const weekdays = (description: string) => Type.Array(weekday(aWeekday), { maxItems: 7, description })

/** Field names are Airbnb's own. */
export const ChannelAvailabilityRules = record(
  {
    default_min_nights: integerOrNull('Shortest stay of a night that says none itself.'),
    default_max_nights: integerOrNull('Longest stay of a night that says none itself.'),
    booking_lead_time: record(
      {
        hours: integerOrNull('How long before its arrival a stay can be booked.'),
        allow_request_to_book: integerOrNull('1: guests can ask for stays that are nearer.'),
      },
      { description: 'How late stays can be booked.' },
    ),
    max_days_notice: record(
      { days: integerOrNull('How many days ahead; -1: as far as the calendar goes.') },
      { description: 'How early stays can be booked.' },
    ),
    turnover_days: integerOrNull('Nights kept free between stays.'),
    allow_rtb_above_max_nights: flagOrNull('Whether guests can ask for longer stays.'),
    day_of_week_min_nights: Type.Array(
      record({ day_of_week: integer(aWeekday), min_nights: integer('Shortest stay that begins then.') }),
      { description: 'Shortest stays by weekday.' },
    ),
    day_of_week_check_in: Type.Array(Type.Integer(), {
      description: 'Days of arrival, 0 is Sunday; empty: all.',
    }),
    day_of_week_check_out: Type.Array(Type.Integer(), {
      description: 'Days of departure, 0 is Sunday; empty: all.',
    }),
    seasonal_min_nights: Type.Array(
      record({
        start_date: dateOnly('First day.'),
        end_date: dateOnly('Last day.'),
        min_nights: integer('Shortest stay that begins then.'),
      }),
      { description: 'Shortest stays by season.' },
    ),
  },
  { description: 'Rules of stays, under the names of Airbnb.' },
)
export type ChannelAvailabilityRules = Static<typeof ChannelAvailabilityRules>

const leadHours = [...Array.from({ length: 25 }, (_, hour) => hour), 48, 72, 168]

export const AvailabilityRulesChange = record(
  {
    default_min_nights: Type.Optional(nights('Shortest stay of a night that says none itself.')),
    default_max_nights: Type.Optional(nights('Longest stay of a night that says none itself.')),
    booking_lead_time: Type.Optional(
      record(
        {
          hours: Type.Unsafe<number>({
            type: 'integer',
            enum: leadHours,
            description: 'How long before its arrival a stay can be booked.',
          }),
          allow_request_to_book: Type.Optional(
            integer('1: guests can ask for stays that are nearer; 0: they cannot; -1: as Airbnb has it.', {
              minimum: -1,
              maximum: 1,
            }),
          ),
        },
        { description: 'How late stays can be booked.' },
      ),
    ),
    max_days_notice: Type.Optional(
      record(
        {
          days: integer('How many days ahead: 30 to 365, 0, or -1 for as far as the calendar goes.', {
            minimum: -1,
            maximum: 365,
          }),
        },
        { description: 'How early stays can be booked.' },
      ),
    ),
    turnover_days: Type.Optional(integer('Nights kept free between stays.', { minimum: 0, maximum: 2 })),
    allow_rtb_above_max_nights: Type.Optional(flag('Whether guests can ask for longer stays.')),
    day_of_week_min_nights: Type.Optional(
      Type.Array(WeekdayMinimum, { maxItems: 7, description: 'Shortest stays by weekday: all of them.' }),
    ),
    day_of_week_check_in: Type.Optional(weekdays('Days of arrival; empty: all.')),
    day_of_week_check_out: Type.Optional(weekdays('Days of departure; empty: all.')),
    seasonal_min_nights: Type.Optional(
      Type.Array(SeasonalMinimum, { maxItems: 100, description: 'Shortest stays by season: all of them.' }),
    ),
  },
  { minProperties: 1, description: 'With `rules`: what is named changes, everything else stays.' },
)
export type AvailabilityRulesChange = Static<typeof AvailabilityRulesChange>

export const availabilityTypes = ['rules', 'calendar'] as const

export const AirbnbAvailabilityBody = record({
  type: oneOfStrings(availabilityTypes, {
    description: 'What is set: `rules` with `rules`, `calendar` with `operations`.',
  }),
  rules: Type.Optional(AvailabilityRulesChange),
  operations: Type.Optional(CalendarOperations),
})
export type AirbnbAvailabilityBody = Static<typeof AirbnbAvailabilityBody>

export const AirbnbAvailabilityWritten = nightsWrittenOf(availabilityTypes, ChannelAvailabilityRules)
