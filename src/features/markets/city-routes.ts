import { Type } from 'typebox'
import { MarketCalendar } from '../../contract/market-calendar.ts'
import { MarketDetail } from '../../contract/market-detail.ts'
import { fail } from '../../http/route.ts'
import { didYouMean } from '../../platform/did-you-mean.ts'
import { assertListingActive } from '../../records/listings/active.ts'
import { todayAt } from '../../records/property-day.ts'
import { IdFilter } from '../../http/params/path-id.ts'
import { route } from '../route.ts'
import { spanOf } from './answer.ts'
import { buildMarketCalendar } from './calendar-view.ts'
import { assertEntitled } from './entitlement.ts'
import { marketAreas } from './list-queries.ts'
import { detailOfMarket, detailOfOwn } from './market-detail.ts'
import { marketKey } from './market-key.ts'
import { Day } from './listing-routes.ts'
import { ownMarkets } from './own-market.ts'
import { ownListing } from './own-queries.ts'
import { marketNamed } from './queries.ts'
import { mostPages, pageSize } from './top-comps.ts'

const nightsAtFirst = 365
const params = Type.Object(
  {
    city: Type.String({
      minLength: 1,
      maxLength: 100,
      pattern: '^[^\\u0000]+$',
      description: 'Name of the market, such as `Lisbon`.',
    }),
  },
  { additionalProperties: false },
)

/** Another workspace's city gives the same answer as an unknown one. */
const noMarket = (city: string, cities: readonly string[]): never => {
  const meant = didYouMean(marketKey(city), cities)
  return fail(
    'not_found',
    `No market ${JSON.stringify(city)} is loaded, and this workspace has no listing there.`,
    { field: 'city', value_received: city, ...(meant === undefined ? {} : { did_you_mean: meant }) },
    {
      fix: 'Take a `city` of `GET /v1/markets` or `GET /v1/markets/browse`. The operator loads one with `lodgewire markets import`.',
    },
  )
}

export const cityRoutes = [
  route({
    method: 'GET',
    url: '/v1/markets/:city',
    id: 'getMarket',
    family: 'markets',
    ofListings: 'narrows',
    tag: 'Markets',
    summary: 'See a market',
    description:
      'What listings of a city ask, what kinds there are, how that changed from one month of files to the next, and how the own listings stand among them. All of it was reckoned when the files were loaded. Where nothing is loaded of the city it is of the own listings there, and `source` says so.',
    params,
    query: Type.Object(
      {
        compsPage: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: mostPages,
            description: `Which page of \`topComps\`; 1 when left out, ${pageSize} listings a page.`,
          }),
        ),
      },
      { additionalProperties: false },
    ),
    reply: MarketDetail,
    errors: ['not_found'],
    handle: async ({ services, scope, principal, params: { city }, query }) => {
      assertEntitled(services.config, principal)
      const { db, clock } = services
      const key = marketKey(city)
      const [market, mine] = await Promise.all([marketNamed(db, key), ownMarkets(db, scope)])
      const own = mine.get(key)
      const page = query.compsPage ?? 1
      if (market)
        return detailOfMarket(services, scope, market, { city: own, page, today: todayAt(null, clock.now()) })
      if (own) return detailOfOwn(services, scope, { city: own, page })
      const areas = await marketAreas(db)
      return noMarket(city, [...areas.map((one) => one.name), ...[...mine.values()].map(({ name }) => name)])
    },
  }),
  route({
    method: 'GET',
    url: '/v1/markets/:city/calendar',
    id: 'getMarketCalendar',
    family: 'markets',
    ofListings: 'narrows',
    tag: 'Markets',
    summary: 'See the nights of a market',
    description:
      'What free nights of a city ask and how many are taken, from the market data that the operator loaded, as it was on `snapshotDate`; `listingId` lays a listing of the workspace beside it. Where nothing is loaded of the city, the listings of this workspace there, and `source` says so.',
    params,
    query: Type.Object(
      {
        startDate: Day('The first night; today when left out.'),
        endDate: Day(`The last night; ${nightsAtFirst} days later when left out, at most 366 nights in all.`),
        listingId: IdFilter('A listing whose own nights are shown beside those of the market.'),
      },
      { additionalProperties: false },
    ),
    reply: MarketCalendar,
    errors: ['not_found', 'listing_inactive'],
    handle: async ({ services, scope, principal, params: { city }, query }) => {
      assertEntitled(services.config, principal)
      const { db, clock } = services
      const id = query.listingId
      if (id !== undefined) await assertListingActive(db, scope, id, 'listingId')
      const mine = id === undefined ? null : ((await ownListing(db, scope, id)) ?? fail('not_found'))
      const dates = spanOf(query, {
        today: todayAt(mine?.time_zone ?? null, clock.now()),
        days: nightsAtFirst,
      })
      const market = await marketNamed(db, marketKey(city))
      return (
        (await buildMarketCalendar(services, scope, { city, market, mine, dates })) ??
        noMarket(
          city,
          (await marketAreas(db)).map(({ name }) => name),
        )
      )
    },
  }),
]
