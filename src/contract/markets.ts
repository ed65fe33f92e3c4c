/** Markets are cities: those a workspace has listings in, and those that are loaded. */
import { Type, type Static } from 'typebox'
import {
  currencyOrNull,
  flag,
  id,
  integer,
  linkOrNull,
  nullable,
  number,
  numberOrNull,
  oneOfStrings,
  record,
  text,
  textOrNull,
  dateOnlyOrNull,
} from './fields.ts'
import { told } from './market-shared.ts'
import { planNames } from './plans.ts'
import { listOf, Pagination } from './shared.ts'

const country = textOrNull('Its country in two letters; null: not known.', { examples: ['PT'] })
const scope = oneOfStrings(['market', 'own'], {
  description: '`market`: files of the city are loaded; `own`: nothing but the workspace’s own listings.',
})
const madeOn = dateOnlyOrNull('The day the files were made; null: none are loaded.')

/**
 * `GET /v1/markets` lists these rows. Rates are asking prices of open nights, since paid ones are not
 * published.
 */
export const MarketRow = record({
  city: text('What the market is called; put it into the paths below `/v1/markets`.', {
    examples: ['Lisbon'],
  }),
  country,
  source: scope,
  snapshotDate: madeOn,
  myListings: integer('Active listings of the workspace there.', { minimum: 0 }),
  totalListings: integer('All that are known there: those of the files, else the workspace’s own.', {
    minimum: 0,
  }),
  marketSharePct: numberOrNull('The first beside the second, in percent; null: nothing is loaded.'),
  currency: currencyOrNull('What the market’s rates are in.'),
  myCurrency: currencyOrNull('What the own rates are in; null: none, or not one and the same.'),
  myAvgAdr: numberOrNull('What open nights of the next thirty ask in the own listings, on average.'),
  marketAvgAdr: numberOrNull(
    'The same of the market, for the thirty nights from `snapshotDate`; null: fewer than five are known.',
  ),
  priceDiffPct: numberOrNull(
    'How far the own rate is above the market’s, in percent; null: not both are known in one currency.',
  ),
  myAvgRating: numberOrNull('What guests rated the own listings, of 5.'),
  marketAvgRating: numberOrNull('What guests rated those of the market, of 5.'),
  myOccupancyPct: numberOrNull('How many of the next thirty nights are taken in the own listings.'),
  marketOccupancyPct: numberOrNull(
    'The same of the market, for the thirty nights from `snapshotDate`: sold, or closed by their hosts.',
  ),
  propertyTypes: integer('How many types of properties there are.', { minimum: 0 }),
})
export type MarketRow = Static<typeof MarketRow>

const MyListing = record({
  id: id('The listing.'),
  name: text('Its name.'),
  city: textOrNull('The city it says it is in.'),
  lat: number('Latitude.'),
  lng: number('Longitude.'),
  thumbnail: linkOrNull('Its picture.'),
  todayPrice: numberOrNull('What tonight asks; null: nothing.'),
  currency: currencyOrNull('What that is in.'),
  blocked: flag('Whether tonight is closed and nobody has booked it.'),
  bookedNights: integer('How many of the next thirty nights are booked.', { minimum: 0 }),
  availableNights: integer('How many of them are free.', { minimum: 0 }),
  type: oneOfStrings(['mine'], { description: 'Always `mine`.' }),
})
export type MyListing = Static<typeof MyListing>

const Featured = record({
  city: text('The market.'),
  country: text('Its country in two letters.'),
  listings: integer('How many listings its files have.', { minimum: 0 }),
  avgAdr: numberOrNull('What they ask on average; null: fewer than five have a price.'),
  currency: currencyOrNull('What that is in.'),
  subscribed: flag(
    'Whether the workspace may read it: every market that is loaded, with a plan that has markets.',
  ),
})

/** Answer of `GET /v1/markets`. */
export const MarketList = record({
  data: Type.Array(MarketRow, {
    description: 'Markets that the workspace has listings in, by name.',
  }),
  pagination: Pagination,
  totals: record({
    myListings: integer('Active listings of the workspace that are in a market.', { minimum: 0 }),
    markets: integer('Markets they are in.', { minimum: 0 }),
    totalCompetitors: integer('Listings that the files of these markets have.', { minimum: 0 }),
  }),
  myListings: Type.Array(MyListing, {
    description:
      'Own listings of the markets of this page that have coordinates, for a map; of large markets the first.',
  }),
  freeMarket: textOrNull('Always null: no market is sold by itself here.'),
  subscriptions: record({
    active: integer('Markets that are loaded.', { minimum: 0 }),
    limit: nullable(Type.Integer(), { description: 'Always null: the plan has all of them or none.' }),
  }),
  tier: oneOfStrings(planNames, { description: 'The plan of the workspace.' }),
  browse: record({
    featured: Type.Array(Featured, { description: 'The largest markets that are loaded.' }),
    categories: Type.Array(
      record({
        country: text('A country in two letters.'),
        count: integer('Markets there.', { minimum: 1 }),
      }),
      { description: 'Where they are.' },
    ),
    totalAvailable: integer('Markets that are loaded; `GET /v1/markets/browse` lists them.', { minimum: 0 }),
  }),
  ...told,
})
export type MarketList = Static<typeof MarketList>

export const browseSorts = ['listings_desc', 'name_asc'] as const

/** `GET /v1/markets/browse` lists these rows. */
export const BrowsedMarket = record({
  ...Featured.properties,
  country,
  source: scope,
  snapshotDate: madeOn,
})
export type BrowsedMarket = Static<typeof BrowsedMarket>

/** Answer of `GET /v1/markets/browse`. */
export const BrowsedMarkets = record({ ...listOf(BrowsedMarket).properties, ...told })
export type BrowsedMarkets = Static<typeof BrowsedMarkets>
