/** The operator's market routes, which the documentation hides. `uploads.ts` serves the two that take files. */
import { Type } from 'typebox'
import {
  ForgottenEvents,
  LoadedEvents,
  LoadedMarket,
  OperatedMarket,
  RemovedMarket,
} from '../../../contract/market-loading.ts'
import { listOf } from '../../../contract/shared.ts'
import { listPage, listQuery } from '../../../http/list.ts'
import { fail, type Route } from '../../../http/route.ts'
import type { Services } from '../../../services.ts'
import { route } from '../../route.ts'
import { marketsByKey, operatedMarkets, operatedTotal } from './cities/queries.ts'
import { removeCity } from './cities/remove-city.ts'
import { removeEvents } from './events/import-events.ts'
import { asInput, operatorLine } from './input.ts'

const shared = { tag: 'Operator', auth: 'operator', hidden: true } as const
/** Cursors are bound to a workspace, and markets have none. */
const noWorkspace = { workspaceId: '0' }
const params = Type.Object(
  {
    city: Type.String({
      minLength: 1,
      maxLength: 100,
      pattern: '^[^\\u0000]+$',
      description: 'Name of the market.',
    }),
  },
  { additionalProperties: false },
)
const source = Type.String({ minLength: 1, maxLength: 100, description: 'What the file is called.' })

const notHere = () => fail('internal_error', 'this route takes a file')

export const loadMarketRoute = route({
  ...shared,
  takesFile: true,
  method: 'PUT',
  url: '/v1/operator/markets/:city',
  id: 'loadMarket',
  summary: 'Load the files of a city',
  params,
  query: Type.Object(
    {
      country: Type.String({ maxLength: 20, description: 'Its country in two letters.' }),
      currency: Type.String({ maxLength: 20, description: 'What its prices are in.' }),
      date: Type.Optional(Type.String({ maxLength: 20, description: 'The day the files were made.' })),
    },
    { additionalProperties: false },
  ),
  reply: LoadedMarket,
  errors: ['invalid_state', 'rate_limit_exceeded'],
  handle: notHere,
})

export const loadEventsRoute = route({
  ...shared,
  takesFile: true,
  method: 'PUT',
  url: '/v1/operator/markets/:city/events',
  id: 'loadMarketEvents',
  summary: 'Load a file of events',
  params,
  query: Type.Object(
    {
      source,
      timeZone: Type.Optional(
        Type.String({
          maxLength: 100,
          description: 'Of times that are written in UTC, such as Europe/Lisbon.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  reply: LoadedEvents,
  errors: [],
  handle: notHere,
})

export const marketLoadingRoutes: readonly Route<Services>[] = [
  route({
    ...shared,
    method: 'GET',
    url: '/v1/operator/markets',
    id: 'listOperatedMarkets',
    summary: 'List the markets with their files, and the imports that run',
    query: listQuery({}, { defaultLimit: 50 }),
    reply: listOf(OperatedMarket),
    errors: [],
    handle: (context) => {
      const { db } = context.services
      return listPage(
        { ...context, scope: noWorkspace },
        {
          defaultLimit: 50,
          ordering: marketsByKey,
          rows: (page) => operatedMarkets(db, page),
          total: () => operatedTotal(db),
          item: (row): OperatedMarket => ({
            city: row.name,
            country: row.country,
            currency: row.currency,
            listings: row.listings,
            snapshotDate: row.taken_on,
            snapshots: row.snapshots,
            eventFiles: row.sources,
            loading:
              row.loading_since === null
                ? null
                : {
                    since: row.loading_since.toISOString(),
                    bytesRead: row.bytes_read === null ? null : Number(row.bytes_read),
                    bytes: row.bytes === null ? null : Number(row.bytes),
                  },
          }),
        },
      )
    },
  }),
  route({
    ...shared,
    method: 'DELETE',
    url: '/v1/operator/markets/:city',
    id: 'removeMarket',
    summary: 'Remove a market with everything that was loaded of it',
    params,
    reply: RemovedMarket,
    errors: ['invalid_state'],
    handle: async ({ services, params: { city } }) => {
      const { db, pool: sessions, log, clock } = services
      const line = operatorLine('removeMarket')
      return asInput(() => removeCity({ db, sessions, log, now: clock.now(), line }, city))
    },
  }),
  route({
    ...shared,
    method: 'DELETE',
    url: '/v1/operator/markets/:city/events',
    id: 'forgetMarketEvents',
    summary: 'Take back the events of a file',
    params,
    query: Type.Object({ source }, { additionalProperties: false }),
    reply: ForgottenEvents,
    errors: [],
    handle: async ({ services, params: { city }, query }) =>
      asInput(() =>
        removeEvents(
          { db: services.db, now: services.clock.now(), line: operatorLine('forgetMarketEvents') },
          { city, source: query.source },
        ),
      ),
  }),
  loadMarketRoute,
  loadEventsRoute,
]
