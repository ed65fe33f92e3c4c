import { Type } from 'typebox'
import { ListingComps, ListingSegments, segmentLevels } from '../../contract/comps.ts'
import { oneOfStrings } from '../../contract/fields.ts'
import type { Scope } from '../../platform/tenant.ts'
import { todayAt } from '../../records/property-day.ts'
import type { Services } from '../../services.ts'
import { fail } from '../../http/route.ts'
import { idParams } from '../../http/params/path-id.ts'
import { route } from '../route.ts'
import { spanOf } from './answer.ts'
import { listComps } from './comps.ts'
import { ownListing } from './own-queries.ts'
import { listSegments } from './segments.ts'
import { signalRadiusKm } from './signal.ts'

const tag = 'Markets'
const radius = Type.Optional(
  Type.Number({
    minimum: 0.5,
    maximum: 50,
    description: `How far around the listing, in kilometres; ${signalRadiusKm} when left out.`,
  }),
)
export const Day = (description: string) =>
  Type.Optional(Type.String({ description, examples: ['2026-07-01'] }))
const compsAtFirst = 20
const nightsAtFirst = 30

async function listingOf({ db, clock }: Services, scope: Scope, id: string) {
  const listing =
    (await ownListing(db, scope, id)) ??
    fail('not_found', `There is no listing ${id}.`, { field: 'id', value_received: id })
  return { listing, today: todayAt(listing.time_zone, clock.now()) }
}

export const listingMarketRoutes = [
  route({
    method: 'GET',
    url: '/v1/listings/:id/comps',
    id: 'listListingComps',
    family: 'listings',
    ofListings: 'narrows',
    tag,
    summary: 'List what a listing is compared with',
    description:
      'The nearest homes and rooms of about its size (one bedroom more or less, or any where few are) in the market data that the operator loaded, with what they ask for each night. Where none is loaded, other listings of this workspace, and `source` says so. Rates and free nights are as they were on `snapshotDate`. A night that is taken was sold or closed by its host: the data does not tell which.',
    params: idParams('listing'),
    query: Type.Object(
      {
        radius_km: radius,
        limit: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: 100,
            description: `How many; ${compsAtFirst} when left out.`,
          }),
        ),
        startDate: Day('The first night; today at the property when left out.'),
        endDate: Day(`The last night; ${nightsAtFirst} days later when left out, at most 366 nights in all.`),
      },
      { additionalProperties: false },
    ),
    reply: ListingComps,
    errors: ['listing_inactive'],
    listing: 'params.id',
    handle: async ({ services, scope, params, query }) => {
      const { listing, today } = await listingOf(services, scope, params.id)
      return listComps(services, scope, listing, {
        radiusKm: query.radius_km ?? signalRadiusKm,
        limit: query.limit ?? compsAtFirst,
        dates: spanOf(query, { today, days: nightsAtFirst }),
      })
    },
  }),
  route({
    method: 'GET',
    url: '/v1/listings/:id/segments',
    id: 'listListingSegments',
    family: 'listings',
    ofListings: 'narrows',
    tag,
    summary: 'See what kinds of homes a listing competes with',
    description:
      'Homes and rooms around the listing, or of its whole market, by their kind and by how dear they are. Tiers are cut by what a guest costs in a full home, over the whole market: the cheapest quarter is `budget`, the dearest tenth `luxury`.',
    params: idParams('listing'),
    query: Type.Object(
      {
        level: Type.Optional(
          oneOfStrings(segmentLevels, {
            description: '`comp_set`: what is near, the usual; `market`: the whole city.',
          }),
        ),
        radius_km: radius,
      },
      { additionalProperties: false },
    ),
    reply: ListingSegments,
    errors: ['listing_inactive'],
    listing: 'params.id',
    handle: async ({ services, scope, params, query }) => {
      const { listing, today } = await listingOf(services, scope, params.id)
      const { level = 'comp_set', radius_km: radiusKm = signalRadiusKm } = query
      return listSegments(services, scope, listing, { level, radiusKm, today })
    },
  }),
]
