import { Type } from 'typebox'
import type { Static } from 'typebox'
import { DataFreshness } from './freshness.ts'
import { currencyOrNull, dateOnly, flag, id, integer, numberOrNull, record } from './fields.ts'

export const AvailabilityDay = record({
  date: dateOnly('The night that begins on this date.'),
  available: flag('Whether the night can be booked; false when no unit is left.'),
  price: numberOrNull(
    'Price of the night in the currency of the property, without channel markup; the default price where the calendar has none. Null only when neither is known.',
  ),
  minNights: integer('Shortest stay that may begin on this date.', { minimum: 1 }),
  availableUnits: integer('Units left to sell: 0 or 1 for a single home.', { minimum: 0 }),
})
export type AvailabilityDay = Static<typeof AvailabilityDay>

/** Answer of `GET /v1/availability/{propertyId}`. */
export const Availability = record({
  propertyId: id('The property, the same id as the listing.'),
  currency: currencyOrNull('Currency of every price. Null only when no source has told it.'),
  days: Type.Array(AvailabilityDay, {
    maxItems: 366,
    description: 'Every date of the window without gaps, ascending; at most 366.',
  }),
  coverage: record(
    {
      requestedDays: integer(
        'Days in the window that was asked for. More than `coveredDays`: the window was cut; ask again from the day after the last one.',
        { minimum: 0 },
      ),
      coveredDays: integer('Days present in `days`.', { minimum: 0 }),
      missingDates: Type.Array(dateOnly('Date.'), {
        description: 'Dates of the answered window without a day; always empty.',
      }),
    },
    { description: 'How much of the window the answer covers.' },
  ),
  dataFreshness: Type.Optional(DataFreshness),
})
export type Availability = Static<typeof Availability>
