import { Type, type Static } from 'typebox'
import {
  currencyOrNull,
  dateOnly,
  integer,
  integerOrNull,
  link,
  linkOrNull,
  nullable,
  number,
  numberOrNull,
  record,
  text,
  textOrNull,
} from './fields.ts'
import { told } from './market-shared.ts'

const count = (description: string) => integer(description, { minimum: 0 })
const avgRate = numberOrNull('What they ask on average; null: fewer than five have a price.')

export const MarketEvent = record({
  id: text('What its source calls it.'),
  title: text('What it is called.'),
  category: textOrNull('What kind of event it is.'),
  startDate: dateOnly('Its first day.'),
  endDate: dateOnly('Its last day.'),
  lat: numberOrNull('Latitude.'),
  lng: numberOrNull('Longitude.'),
  rank: integerOrNull('How large it is, from 0 to 100, as its source ranks it.'),
  localRank: integerOrNull('Always null: no source here ranks it beside others of the place.'),
  attendance: integerOrNull('How many people are expected.'),
  demandImpact: numberOrNull(
    'Always null: what an event does to demand is reckoned for each listing, in `factors` of its recommended prices.',
  ),
  labels: Type.Array(Type.String(), { description: 'Words that its source gives it.' }),
})
export type MarketEvent = Static<typeof MarketEvent>

const MarketComp = record({
  id: text('What its source calls it.'),
  platformListingId: text('Its id on the platform where it is offered.'),
  title: textOrNull('Its name.'),
  propertyType: textOrNull('Its type.'),
  bedrooms: integerOrNull('Bedrooms.'),
  maxGuests: integerOrNull('Most guests.'),
  rating: numberOrNull('Of 5.'),
  reviewCount: count('How many reviews it has.'),
  currentNightlyRate: numberOrNull('What a night of it asks as a rule, in the currency of the market.'),
  thumbnailUrl: linkOrNull('Its picture.'),
  lat: numberOrNull('Latitude. Public files are blurred by up to 150 metres.'),
  lng: numberOrNull('Longitude.'),
  url: nullable(link('Its page there.'), { description: 'Its page there; null: it is the workspace’s own.' }),
  distanceKm: numberOrNull('How far the nearest own listing of the market is; null: there is none.'),
})
export type MarketComp = Static<typeof MarketComp>

const Pin = record({
  id: text('What its source calls it.'),
  lat: number('Latitude.'),
  lng: number('Longitude.'),
  currentNightlyRate: numberOrNull('What a night of it asks as a rule.'),
})

const Position = record({
  myListings: count('Own active listings there.'),
  myAvgRate: numberOrNull('What open nights of the next thirty ask in them, on average.'),
  myCurrency: currencyOrNull('What that is in.'),
  marketAvgRate: numberOrNull('What open nights of the thirty from `snapshotDate` ask in the market.'),
  priceDiffPct: numberOrNull('How far the own rate is above it, in percent.'),
  myOccupancyPct: numberOrNull('How many of the next thirty own nights are taken.'),
  marketOccupancyPct: numberOrNull('How many of the thirty nights from `snapshotDate` are, in the market.'),
  myAvgRating: numberOrNull('What guests rated the own listings, of 5.'),
  marketAvgRating: numberOrNull('What guests rated those of the market.'),
})

const Trend = record({
  snapshotDate: dateOnly('The day the files were made.'),
  listings: count('How many listings they have.'),
  newListings: integerOrNull('How many of them the files before did not have; null: none were kept.'),
  goneListings: integerOrNull('How many of those before are not in these.'),
  avgRate: numberOrNull('What the listings ask on average.'),
  nextNightsAvgRate: numberOrNull('What the open ones of the thirty nights from that day ask on average.'),
  nextNightsOccupancyPct: numberOrNull('How many of these nights are taken, in percent.'),
  avgRating: numberOrNull('What guests rated them, of 5.'),
})
export type Trend = Static<typeof Trend>

const Benchmark = record({
  segment: text('What kind of home.', { examples: ['2-bedroom entire home'] }),
  count: count('How many the market has.'),
  sharePct: number('Its share of the market, in percent.'),
  avgRate,
  myListings: count('Own listings of it.'),
  myAvgRate: numberOrNull('What these ask as a rule, on average; null: nothing, or in another currency.'),
  priceDiffPct: numberOrNull('How far that is above the market’s, in percent.'),
})
export type Benchmark = Static<typeof Benchmark>

const Capacity = record({
  count: count('How many the market has.'),
  sharePct: numberOrNull('Their share of those whose capacity is known, in percent.'),
  avgRate,
  mine: count('Own listings that take so many guests.'),
})
type Capacity = Static<typeof Capacity>

/** Answer of `GET /v1/markets/{city}`. */
export const MarketDetail = record({
  city: text('The market.', { examples: ['Lisbon'] }),
  country: textOrNull('Its country in two letters.'),
  currency: currencyOrNull('What all rates of the answer are in, but the own ones that name another.'),
  totalListings: count('How many listings are known.'),
  priceDistribution: Type.Array(
    record({
      label: text('From what to below what a listing asks a night.', { examples: ['50–100'] }),
      count: count('How many do.'),
      avg_rate: numberOrNull('What these ask on average.'),
      min_rate: numberOrNull('The least of it.'),
      max_rate: numberOrNull('The most of it.'),
    }),
    { description: 'What listings ask, in steps; of those that have a price.' },
  ),
  bedroomBreakdown: Type.Array(
    record({
      bedrooms: integerOrNull('Bedrooms; null: not known.'),
      count: count('How many have so many.'),
      avg_rate: avgRate,
    }),
    { description: 'By bedrooms.' },
  ),
  propertyTypeMix: Type.Array(
    record({
      property_type: textOrNull('The type as its source writes it; null: not said.'),
      count: count('How many are of it.'),
      avg_rate: avgRate,
    }),
    { description: 'By type, the most frequent first, fifty at most.' },
  ),
  events: Type.Array(MarketEvent, { description: 'Events of the next 365 days, 500 at most.' }),
  wheelhouseTrends: Type.Array(Type.Unknown(), {
    description: 'Always empty: there is no such source here. See `trends`.',
  }),
  trends: Type.Array(Trend, {
    description: 'What each of the last 24 months of files said that were loaded, the oldest first.',
  }),
  benchmarks: Type.Array(Benchmark, { description: 'Kinds of homes, with the own listings beside them.' }),
  healthSummary: nullable(
    record({
      snapshots: count('How many months of files are kept.'),
      ageDays: integer('How old the latest is.'),
      priced: count('How many of its listings have a price.'),
      calendarNights: count('How many nights its calendars reach.'),
      leftOut: count('Rows of the files that could not be read.'),
    }),
    { description: 'How well the market is known; null: nothing is loaded of it.' },
  ),
  topComps: record({
    items: Type.Array(MarketComp, { description: 'Those with the most reviews, page by page.' }),
    mapItems: Type.Array(Pin, { description: 'The first two hundred of them, for a map.' }),
    total: count('How many there are.'),
    page: integer('The page, from 1 on.', { minimum: 1 }),
    pageSize: integer('Listings a page.', { minimum: 1 }),
  }),
  marketPosition: nullable(Position, {
    description: 'The own listings beside the market; null: there is none in it.',
  }),
  capacityGap: Type.Unsafe<Record<string, Capacity>>({
    type: 'object',
    additionalProperties: Capacity,
    description: 'By how many guests a listing takes: how many the market has, and how many the workspace.',
  }),
  supplyTrend: Type.Array(
    record({
      month: text('A month.', { examples: ['2026-05'] }),
      new_listings: count('Listings of the latest files that had their first review in it.'),
    }),
    {
      description:
        'When today’s listings had their first review, the nearest to when they began; the last 24 months. Those that are gone by now are not among them.',
    },
  ),
  ...told,
})
export type MarketDetail = Static<typeof MarketDetail>
