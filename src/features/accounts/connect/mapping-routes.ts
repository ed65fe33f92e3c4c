/** Routes that map the units of any channel, with a key or on the hosted page. */
import { Type } from 'typebox'
import {
  AutomapBody,
  AutomappedUnits,
  ChannelUnits,
  UnitMappings,
  UnitMappingsBody,
} from '../../../contract/unit-mapping.ts'
import { ListingOptions } from '../../../contract/connect-request.ts'
import { route } from '../../route.ts'
import { listingOptions } from '../../calendar/public.ts'
import { connectionReference } from '../../sync/public.ts'
import { TextFilter } from '../../../http/params/text-filter.ts'
import { automap, mapAccountUnits } from './map-account-units.ts'
import { assertSeller, openMapping } from './mapping-access.ts'
import { toMappedAccount, viewUnits, toOption } from './unit-view.ts'

const tag = 'Connect'
const params = Type.Object({ id: connectionReference }, { additionalProperties: false })
const sessionId = Type.Optional(
  Type.String({ description: 'Connect session whose account waits to be mapped; replaces the API key.' }),
)
/** Refused to account-bound keys, because mapping reaches listings beyond the account. */
const accessRules = {
  capability: { field: 'sessionId' },
  countAddress: 'misses',
  account: 'refused',
} as const
const errors = ['not_found', 'no_connection', 'invalid_state', 'session_terminal', 'session_expired'] as const

export const mappingRoutes = [
  route({
    method: 'GET',
    url: '/v1/connections/:id/units',
    id: 'listChannelUnits',
    family: 'connections',
    tag,
    summary: 'List what a channel account sells',
    description:
      'Listings of Airbnb, rooms of Booking.com or of a channel manager: each with the listing it is mapped to, or the one whose name it has. What any other PMS has are its own listings. With `sessionId` no key is needed, while the session waits for this account to be mapped.',
    ...accessRules,
    params,
    query: Type.Object(
      {
        optionsLimit: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: 500,
            description: 'At most this many `listing_options`; 20 when left out.',
          }),
        ),
        sessionId,
      },
      { additionalProperties: false },
    ),
    reply: ChannelUnits,
    errors,
    statuses: { no_connection: 404 },
    handle: async ({ services, principal, scope, params: { id }, query }) =>
      viewUnits(await openMapping(services, { principal, scope }, id, query.sessionId), query.optionsLimit),
  }),

  route({
    method: 'GET',
    url: '/v1/connections/:id/listing-options',
    id: 'listUnitListingOptions',
    family: 'connections',
    tag,
    summary: 'List listings that units can be mapped to',
    description:
      'Active listings, by name, but for those that another account of the channel has. With `sessionId` no key is needed, while the session waits for this account to be mapped.',
    ...accessRules,
    params,
    query: Type.Object(
      {
        q: TextFilter(200, 'Part of the name.'),
        limit: Type.Optional(
          Type.Integer({ minimum: 1, maximum: 50, description: 'At most this many; 20 when left out.' }),
        ),
        sessionId,
      },
      { additionalProperties: false },
    ),
    reply: ListingOptions,
    errors,
    statuses: { no_connection: 404 },
    handle: async (context) => {
      const { q, limit = 20, sessionId: session } = context.query
      const { services, scope, connection } = await openMapping(
        context.services,
        context,
        context.params.id,
        session,
      )
      const { rows, total } = await listingOptions(services.db, scope, toMappedAccount(connection), {
        q,
        limit,
      })
      return { data: rows.map(toOption), total }
    },
  }),

  route({
    method: 'POST',
    url: '/v1/connections/:id/mappings',
    id: 'mapChannelUnits',
    family: 'connections',
    tag,
    summary: 'Map units to listings',
    description:
      'Says of each unit which listing it is of, as `POST /v1/channels/{channel}/listings/map` does of one. `results` has an outcome for each: what is wrong with one leaves the others as they were asked for. `create` makes a listing of ours of the unit; sent again it changes nothing. With `sessionId` no key is needed, while the session waits for this account to be mapped; `finish` completes it.',
    ...accessRules,
    params,
    body: UnitMappingsBody,
    reply: UnitMappings,
    errors: [...errors, 'channel_not_supported', 'invalid_body'],
    statuses: { no_connection: 404 },
    handle: async (context) => {
      const { services, params: named, body } = context
      const opened = await openMapping(services, context, named.id, body.sessionId)
      assertSeller(opened)
      return mapAccountUnits(context, opened, body)
    },
  }),

  route({
    method: 'POST',
    url: '/v1/connections/:id/mappings/automap',
    id: 'automapChannelUnits',
    family: 'connections',
    tag,
    summary: 'Map units to the listings that have their names',
    description:
      'Only where exactly one unit and exactly one listing have exactly the same name. With `apply` false nothing is changed, and `results` says what would be. With `sessionId` no key is needed, while the session waits for this account to be mapped.',
    ...accessRules,
    params,
    body: AutomapBody,
    reply: AutomappedUnits,
    errors: [...errors, 'channel_not_supported'],
    statuses: { no_connection: 404 },
    handle: async (context) => {
      const { services, params: named, body } = context
      const opened = await openMapping(services, context, named.id, body.sessionId)
      assertSeller(opened)
      return automap(context, opened, body.apply ?? true)
    },
  }),
]
