import { Type } from 'typebox'
import { oneOfStrings } from '../../contract/fields.ts'
import { BrowsedMarkets, browseSorts, MarketList } from '../../contract/markets.ts'
import { listQuery } from '../../http/list.ts'
import { route } from '../route.ts'
import { browseMarkets, leastListings, marketsAtFirst } from './browse.ts'
import { assertEntitled } from './entitlement.ts'
import { citiesAtFirst, marketList } from './market-list.ts'

const tag = 'Markets'

export const marketListRoutes = [
  route({
    method: 'GET',
    url: '/v1/markets',
    id: 'listMarkets',
    family: 'markets',
    ofListings: 'narrows',
    tag,
    summary: 'List the markets that a workspace is in',
    description:
      'The cities of the active listings, by name, with what the own listings ask and have sold beside what the market that the operator loaded does. A listing belongs to the market that is loaded around it, else to the city it names; where nothing is loaded of a city its row tells of own listings only, and `source` says so.',
    query: listQuery({}, { defaultLimit: citiesAtFirst }),
    reply: MarketList,
    errors: [],
    handle: (context) => {
      const { services, principal } = context
      assertEntitled(services.config, principal)
      return marketList(context, principal.plan)
    },
  }),
  route({
    method: 'GET',
    url: '/v1/markets/browse',
    id: 'browseMarkets',
    family: 'markets',
    ofListings: 'narrows',
    tag,
    summary: 'Browse the markets that are loaded',
    description:
      'Every city that the operator loaded. Where none is, the cities of the workspace’s own listings, and `source` says so.',
    query: listQuery(
      {
        q: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 100,
            pattern: '^[^\\u0000]+$',
            description: 'A part of the name.',
            examples: ['lis'],
          }),
        ),
        country: Type.Optional(
          Type.String({
            pattern: '^[A-Z]{2}$',
            description: 'A country in two capital letters.',
            examples: ['PT'],
          }),
        ),
        min_listings: Type.Optional(
          Type.Integer({
            minimum: 0,
            maximum: 1_000_000,
            description: `Only those with so many listings; ${leastListings} when left out, and 1 for cities of own listings.`,
          }),
        ),
        sort: Type.Optional(
          oneOfStrings(browseSorts, {
            description: '`listings_desc`: the largest first, the usual; `name_asc`: by name.',
          }),
        ),
      },
      { defaultLimit: marketsAtFirst },
    ),
    reply: BrowsedMarkets,
    errors: [],
    handle: (context) => {
      assertEntitled(context.services.config, context.principal)
      return browseMarkets(context)
    },
  }),
]
