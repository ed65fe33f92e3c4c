import { Type } from 'typebox'
import {
  ListingPricing,
  PricingBulkBody,
  PricingBulkResult,
  PricingDecided,
  PricingDecisionBody,
  PricingHistoryRow,
} from '../../../contract/pricing.ts'
import {
  PricingStrategy,
  PricingStrategyBody,
  PricingStrategyWritten,
} from '../../../contract/pricing-strategy.ts'
import { listOf } from '../../../contract/shared.ts'
import { listPage, listQuery } from '../../../http/list.ts'
import { writeOnce } from '../../../http/write-once.ts'
import { todayAt } from '../../../records/property-day.ts'
import { idParams } from '../../../http/params/path-id.ts'
import { route } from '../../route.ts'
import { decideForListing, decideOnMany } from './bulk.ts'
import { applyRecommendations, declineRecommendations } from './decide.ts'
import { pricedHomes } from './past-queries.ts'
import { pricedRows } from './queries.ts'
import { historyByDate, historyRows, historyTotal } from './recommendation-queries.ts'
import { changeStrategy } from './change-strategy.ts'
import { loadPricing } from './show.ts'
import { toHistory, toStrategy } from './view.ts'
import { parseNightsRequest } from './window.ts'

const tag = 'Pricing'
const params = idParams('listing')
const listing = 'params.id'
const date = (description: string) =>
  Type.Optional(Type.String({ maxLength: 40, description, examples: ['2026-05-14'] }))
const nights = (around: string) => ({
  startDate: date(`First night, YYYY-MM-DD; ${around}.`),
  endDate: date('Last night, YYYY-MM-DD.'),
})
const writeErrors = [
  'listing_inactive',
  'no_connection',
  'connection_reauth_required',
  'insufficient_access',
  'pms_writes_off',
  'pms_write_unsupported',
  'channel_not_supported',
  'listing_not_api_connected',
] as const

export const pricingRoutes = [
  route({
    method: 'GET',
    url: '/v1/listings/:id/pricing',
    id: 'getListingPricing',
    family: 'calendar',
    ofListings: 'narrows',
    tag,
    summary: 'Get recommended prices',
    description:
      'A recommendation for every open night, with the steps that lead to it and what it lacks. A listing that is asked for the first time is looked at then, and every night from then on; nights that changed since are looked at again. Reaches a year ahead.',
    params,
    query: Type.Object(
      { date: date('One night alone.'), ...nights('today when left out, with 90 days after it') },
      { additionalProperties: false },
    ),
    reply: ListingPricing,
    errors: ['listing_inactive'],
    listing,
    handle: async ({ services, scope, params: { id }, query, fail }) =>
      (await loadPricing(services, scope, id, query)) ?? fail('not_found'),
  }),

  route({
    method: 'POST',
    url: '/v1/listings/:id/pricing',
    id: 'decideListingPricing',
    family: 'calendar',
    ofListings: 'narrows',
    tag,
    summary: 'Apply or decline recommended prices',
    description:
      'Applied prices are written into the calendar as with `PUT /v1/availability/{propertyId}`, and go to the PMS and the channels. Nights without a pending recommendation, nights that were sold meanwhile, and prices beyond bounds that were set meanwhile are left alone, so that repeating it does nothing.',
    params,
    body: PricingDecisionBody,
    reply: PricingDecided,
    errors: writeErrors,
    statuses: { no_connection: 409 },
    listing,
    handle: (context) => {
      const { services, scope, params: asked, body, idempotencyKey } = context
      const decision = {
        listingId: asked.id,
        dates: [...new Set(body.dates)],
        by: decideForListing(context),
        key: idempotencyKey ?? null,
      }
      if (body.action === 'apply')
        return applyRecommendations(services, scope, decision, {
          inTransaction: (work) => writeOnce(context, work),
          answer: (applied): PricingDecided => ({ ok: true, applied }),
        })
      return writeOnce(context, async (tx): Promise<PricingDecided> => {
        const declined = await declineRecommendations(tx, scope, decision, services.clock.now())
        return { ok: true, declined }
      })
    },
  }),

  route({
    method: 'POST',
    url: '/v1/listings/pricing/bulk',
    id: 'decidePricingOfMany',
    ofListings: 'narrows',
    tag,
    family: 'calendar',
    summary: 'Apply or decline for many listings',
    description:
      'One request for up to 500 listings. Each is decided on by itself and may fail by itself; with an inactive one among them nothing is written.',
    body: PricingBulkBody,
    reply: PricingBulkResult,
    errors: ['listing_inactive'],
    handle: (context) => decideOnMany(context, context.body),
  }),

  route({
    method: 'GET',
    url: '/v1/listings/:id/pricing/strategy',
    id: 'getPricingStrategy',
    family: 'calendar',
    ofListings: 'narrows',
    tag,
    summary: 'Get the strategy of a listing',
    params,
    reply: PricingStrategy,
    errors: ['listing_inactive'],
    listing,
    handle: async ({ services, scope, params: { id } }) => {
      const [row] = await pricedRows(services.db, scope, [id])
      return toStrategy(row, id, scope.workspaceId)
    },
  }),

  route({
    method: 'PUT',
    url: '/v1/listings/:id/pricing/strategy',
    id: 'updatePricingStrategy',
    family: 'calendar',
    ofListings: 'narrows',
    tag,
    summary: 'Set the strategy of a listing',
    description:
      'What is sent is set, the rest stays. Recommendations follow it within a minute; with `mode` `auto` they are applied then, and every night.',
    params,
    body: PricingStrategyBody,
    reply: PricingStrategyWritten,
    errors: ['listing_inactive'],
    listing,
    handle: (context) =>
      writeOnce(context, (tx) => changeStrategy(tx, context, context.params.id, context.body)),
  }),

  route({
    method: 'GET',
    url: '/v1/listings/:id/pricing/history',
    id: 'listPricingHistory',
    family: 'calendar',
    ofListings: 'narrows',
    tag,
    summary: 'List what was recommended',
    description: 'The last recommendation of each night and what became of it, by date.',
    params,
    query: listQuery(nights('90 days before today when left out, to 90 days after it'), {
      defaultLimit: 100,
      maxLimit: 500,
    }),
    reply: listOf(PricingHistoryRow),
    errors: ['listing_inactive'],
    listing,
    handle: async (context) => {
      const { services, scope, params: asked, query } = context
      const { db, clock } = services
      const [home] = await pricedHomes(db, scope, [asked.id])
      const today = todayAt(home?.time_zone ?? null, clock.now())
      const filter = { listingId: asked.id, ...parseNightsRequest(query, today, { before: 90, after: 90 }) }
      // A cursor is valid only for its own listing's history.
      const bound = { ...context, routeId: `${context.routeId} ${asked.id}` }
      return listPage(bound, {
        defaultLimit: 100,
        ordering: historyByDate,
        rows: (page) => historyRows(db, scope, filter, page),
        total: () => historyTotal(db, scope, filter),
        item: toHistory,
      })
    },
  }),
]
