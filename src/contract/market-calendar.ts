import { Type, type Static } from 'typebox'
import {
  currencyOrNull,
  dateOnly,
  flagOrNull,
  integer,
  integerOrNull,
  numberOrNull,
  record,
  text,
  textOrNull,
} from './fields.ts'
import { DateRange, told } from './market-shared.ts'

const DayEvent = record({
  title: text('What it is called.'),
  category: textOrNull('What kind of event it is.'),
  rank: integerOrNull('How large it is, as its source ranks it.'),
  attendance: integerOrNull('How many people are expected.'),
})

export const MarketDay = record({
  date: dateOnly('The night.'),
  marketAvgRate: numberOrNull('What nights that are free ask on average; null: fewer than five are known.'),
  marketMinRate: numberOrNull('The least of it.'),
  marketMaxRate: numberOrNull('The most of it.'),
  pricedListings: integer('How many are free and have a price.', { minimum: 0 }),
  occupancyPct: numberOrNull(
    'How many are sold or closed by their host, in percent; null: fewer than five are known.',
  ),
  totalListings: integer('Of how many the night is known.', { minimum: 0 }),
  wheelhouseOccupancy: numberOrNull('Always null: there is no such source here.'),
  wheelhouseAdr: numberOrNull('Always null: there is no such source here.'),
  events: Type.Array(DayEvent, { description: 'What happens there.' }),
  myPrice: numberOrNull(
    'What the listing of `listingId` asks, in its own currency; null: nothing, or no listing was named.',
  ),
  myAvailable: flagOrNull('Whether it is free; null: no listing was named.'),
})

/** Answer of `GET /v1/markets/{city}/calendar`. */
export const MarketCalendar = record({
  city: text('The market.'),
  dateRange: DateRange,
  currency: currencyOrNull('What the rates are in; null: none is known.'),
  days: Type.Array(MarketDay, { description: 'Every night of the range.' }),
  events: Type.Array(
    record({
      id: text('What its source calls it.'),
      title: text('What it is called.'),
      category: textOrNull('What kind of event it is.'),
      startDate: dateOnly('Its first day.'),
      endDate: dateOnly('Its last day.'),
    }),
    { description: 'Events that touch the range.' },
  ),
  ...told,
})
export type MarketCalendar = Static<typeof MarketCalendar>
