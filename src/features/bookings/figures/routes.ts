import { Type } from 'typebox'
import { sql } from 'kysely'
import { figureGroupings, OccupancyReport, RevenueReport, Turnover } from '../../../contract/figures.ts'
import { oneOfStrings } from '../../../contract/fields.ts'
import { listOf } from '../../../contract/shared.ts'
import { listPage, listQuery, type ListOrdering } from '../../../http/list.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { todayAt } from '../../../records/property-day.ts'
import { assertListingActive } from '../../../records/listings/active.ts'
import { IdFilter } from '../../../http/params/path-id.ts'
import { maxWindowDays } from '../../../http/params/night-window.ts'
import { route, type RouteWriteContext } from '../../route.ts'
import { occupancyReport, revenueReport } from './reports.ts'
import { toTurnover } from './rota.ts'
import { timeZones, turnovers, turnoverTotal, type RotaFilter, type StoredTurnover } from './rota-queries.ts'
import { dateParameter, parseFigureWindow } from './window.ts'

const figureQuery = {
  from: dateParameter('Required. First night, YYYY-MM-DD.'),
  to: dateParameter(`Required. Last night, YYYY-MM-DD; at most ${maxWindowDays} nights.`),
  groupBy: Type.Optional(
    oneOfStrings(figureGroupings, { description: 'What the groups are; `month` when left out.' }),
  ),
  listing_id: IdFilter('Only this listing.'),
}
const aliases = { startDate: 'from', endDate: 'to', group_by: 'groupBy', listingId: 'listing_id' }

type FigureContext = Pick<RouteWriteContext, 'services' | 'scope'> & {
  query: { from?: string; to?: string; listing_id?: string }
}

async function filterOf({ services, scope, query }: FigureContext) {
  const window = parseFigureWindow(query)
  if (query.listing_id) await assertListingActive(services.db, scope, query.listing_id)
  return { ...window, listingId: query.listing_id, now: services.clock.now() }
}

const byDay: ListOrdering<StoredTurnover> = {
  name: 'date',
  direction: 'asc',
  keys: [
    { expression: sql`s.check_out`, type: 'date', valueOf: (row) => row.date },
    { expression: sql`s.id`, type: 'bigint', valueOf: (row) => row.id },
  ],
}

interface RotaQuery {
  date?: string
  from?: string
  to?: string
  listing_id?: string
}

/** Without a day each property's own today is asked for. */
async function rotaFilter({
  services,
  scope,
  query,
}: FigureContext & { query: RotaQuery }): Promise<RotaFilter> {
  const { date, from, to, listing_id: listingId } = query
  if (date !== undefined && (from !== undefined || to !== undefined)) {
    throw new ApiError('invalid_params', 'Send `date` or `from` and `to`, not both.', {
      field: 'date',
      value_received: date,
    })
  }
  const window =
    date !== undefined
      ? parseFigureWindow({ from: date, to: date })
      : from !== undefined || to !== undefined
        ? parseFigureWindow(query)
        : undefined
  if (listingId) await assertListingActive(services.db, scope, listingId)
  const now = services.clock.now()
  const zones = window ? [] : await timeZones(services.db, scope)
  return { listingId, window, todays: zones.map((timeZone) => ({ timeZone, today: todayAt(timeZone, now) })) }
}

export const figureRoutes = [
  route({
    method: 'GET',
    url: '/v1/analytics/occupancy',
    id: 'getOccupancy',
    family: 'reservations',
    ofListings: 'narrows',
    tag: 'Figures',
    summary: 'See how many nights were sold',
    description:
      'Nights of active listings, sold and available: occupancy is `nightsSold` / `nightsAvailable`. Nights that the host closed and nights of the owner are not available. A request that waits for an answer has sold nothing yet.',
    query: Type.Object(figureQuery, { additionalProperties: false }),
    queryAliases: aliases,
    reply: OccupancyReport,
    errors: ['listing_inactive'],
    handle: async (context) =>
      occupancyReport(
        context.services.db,
        context.scope,
        await filterOf(context),
        context.query.groupBy ?? 'month',
      ),
  }),

  route({
    method: 'GET',
    url: '/v1/analytics/revenue',
    id: 'getRevenue',
    family: 'reservations',
    ofListings: 'narrows',
    tag: 'Figures',
    summary: 'See what nights earned',
    description:
      'Confirmed and completed stays, without those of the owner. Each night of a stay earns an equal share of it, so a stay over two months earns in both. Amounts of different currencies stand beside each other.',
    query: Type.Object(
      {
        ...figureQuery,
        comparison: Type.Optional(
          oneOfStrings(['previous_year'], { description: 'Adds the same nights a year before.' }),
        ),
      },
      { additionalProperties: false },
    ),
    queryAliases: aliases,
    reply: RevenueReport,
    errors: ['listing_inactive'],
    handle: async (context) =>
      revenueReport(context.services.db, context.scope, await filterOf(context), {
        groupBy: context.query.groupBy ?? 'month',
        compares: context.query.comparison !== undefined,
      }),
  }),

  route({
    method: 'GET',
    url: '/v1/cleaning/rota',
    id: 'getCleaningRota',
    family: 'reservations',
    ofListings: 'narrows',
    tag: 'Figures',
    summary: 'List what is to be cleaned, by day',
    description:
      'One row for each departure of a confirmed stay, with the next arrival in the same room. Without `date`, `from` and `to`: today, by the clock of each property.',
    query: listQuery(
      {
        date: dateParameter('One day, YYYY-MM-DD.'),
        from: dateParameter('First day, YYYY-MM-DD.'),
        to: dateParameter(`Last day, YYYY-MM-DD; at most ${maxWindowDays} days.`),
        listing_id: IdFilter('Only this listing.'),
      },
      { defaultLimit: 50 },
    ),
    queryAliases: { startDate: 'from', endDate: 'to', listingId: 'listing_id' },
    reply: listOf(Turnover),
    errors: ['listing_inactive'],
    handle: async (context) => {
      const { services, scope } = context
      const filter = await rotaFilter(context)
      return listPage(context, {
        defaultLimit: 50,
        ordering: byDay,
        rows: (page) => turnovers(services.db, scope, filter, page),
        total: () => turnoverTotal(services.db, scope, filter),
        item: toTurnover,
      })
    },
  }),
]
