import { Type } from 'typebox'
import { MarketCalendar } from '../../contract/market-calendar.ts'
import { fail } from '../../http/route.ts'
import { todayAt } from '../../records/property-day.ts'
import { IdFilter } from '../path-id.ts'
import { route } from '../route.ts'
import { spanOf } from './answer.ts'
import { calendarOf } from './calendar-view.ts'
import { assertEntitled } from './entitlement.ts'
import { marketKey } from './market-key.ts'
import { Day } from './listing-routes.ts'
import { ownListing } from './own-queries.ts'
import { marketNamed } from './queries.ts'

const nightsAtFirst = 365

export const cityRoutes = [
  route({
    method: 'GET',
    url: '/v1/markets/:city/calendar',
    id: 'getMarketCalendar',
    tag: 'Markets',
    summary: 'See the nights of a market',
    description:
      'What free nights of a city ask and how many are taken, from the market data that the operator loaded, as it was on `snapshotDate`; `listingId` lays a listing of the workspace beside it. Where nothing is loaded of the city, the listings of this workspace there, and `source` says so.',
    params: Type.Object(
      {
        city: Type.String({
          minLength: 1,
          maxLength: 100,
          pattern: '^[^\\u0000]+$',
          description: 'Name of the market, such as `Lisbon`.',
        }),
      },
      { additionalProperties: false },
    ),
    query: Type.Object(
      {
        startDate: Day('The first night; today when left out.'),
        endDate: Day(`The last night; ${nightsAtFirst} days later when left out, at most 366 nights in all.`),
        listingId: IdFilter('A listing whose own nights are shown beside those of the market.'),
      },
      { additionalProperties: false },
    ),
    reply: MarketCalendar,
    errors: ['not_found'],
    handle: async ({ services, scope, principal, params: { city }, query }) => {
      assertEntitled(services.config, principal)
      const { db, clock } = services
      const id = query.listingId
      const mine =
        id === undefined
          ? null
          : ((await ownListing(db, scope, id)) ??
            fail('not_found', `There is no listing ${id}.`, { field: 'listingId', value_received: id }))
      const dates = spanOf(query, {
        today: todayAt(mine?.time_zone ?? null, clock.now()),
        days: nightsAtFirst,
      })
      const market = await marketNamed(db, marketKey(city))
      return (
        (await calendarOf(services, scope, { city, market, mine, dates })) ??
        fail(
          'not_found',
          `No market ${JSON.stringify(city)} is loaded, and this workspace has no listing there.`,
          { field: 'city', value_received: city },
          { fix: 'The operator loads a city with `lodgewire markets import`.' },
        )
      )
    },
  }),
]
