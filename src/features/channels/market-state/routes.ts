import { Type } from 'typebox'
import {
  ListingMarketState,
  MarketStateBody,
  MeantHotel,
  type MarketState,
} from '../../../contract/market-state.ts'
import { writeOnce } from '../../../http/write-once.ts'
import { openWrite } from '../../../platform/outbox.ts'
import { rehearse } from '../../../platform/rehearse.ts'
import type { Queryable } from '../../../platform/tenant.ts'
import { DryRun } from '../../../http/params/dry-run.ts'
import { idParams } from '../../../http/params/path-id.ts'
import { route, type RouteWriteContext } from '../../route.ts'
import { applyMarketState, type MarketStateRequest } from './apply-market-state.ts'

const tag = 'Listings'
const about =
  'Bookings stay, and so do the mapping, billing and access by the API; another call brings it back. Sent again it tells how far each channel has come, in `verified`. Channels where our calendar is not written are left as they are, and named.'

const query = Type.Object(
  { hotel_id: Type.Optional(MeantHotel), ...DryRun.properties },
  { additionalProperties: false },
)

interface MarketStateCall extends RouteWriteContext {
  params: { id: string }
  query: { dry_run?: boolean; hotel_id?: string }
  body?: MarketStateBody | undefined
}

/** The body's value takes precedence over the query's. */
function hotelOfRequest({ body, query }: MarketStateCall): MarketStateRequest['hotel'] {
  if (body?.hotelId !== undefined) return { id: body.hotelId, field: 'hotelId' }
  return query.hotel_id === undefined ? undefined : { id: query.hotel_id, field: 'hotel_id' }
}

function changeMarketState(context: MarketStateCall, state: MarketState): Promise<ListingMarketState> {
  const {
    services,
    scope,
    params: { id },
    query,
  } = context
  const hotel = hotelOfRequest(context)
  const work = async (tx: Queryable): Promise<ListingMarketState> => {
    const write = await openWrite(tx, scope, services.clock.now())
    return { listingId: id, state, channels: await applyMarketState(write, services, id, { state, hotel }) }
  }
  if (query.dry_run !== true) return writeOnce(context, work)
  return rehearse(services.db, work).then((answer) => ({ ...answer, dryRun: true as const }))
}

export const marketStateRoutes = [
  route({
    method: 'POST',
    url: '/v1/listings/:id/offline',
    id: 'takeListingOffline',
    family: 'listings',
    ofListings: 'narrows',
    tag,
    summary: 'Take a listing off the market',
    description: `Every night of it is closed on each channel where our calendar is written; in the feeds of Vrbo it is not active. ${about}`,
    params: idParams('listing'),
    query,
    body: MarketStateBody,
    bodyOptional: true,
    reply: ListingMarketState,
    errors: ['listing_inactive', 'not_found', 'no_connected_channels'],
    listing: 'params.id',
    handle: (context) => changeMarketState(context, 'offline'),
  }),
  route({
    method: 'POST',
    url: '/v1/listings/:id/online',
    id: 'putListingOnline',
    family: 'listings',
    ofListings: 'narrows',
    tag,
    summary: 'Put a listing back on the market',
    description: `It is sold again on each channel as our calendar says. ${about}`,
    params: idParams('listing'),
    query,
    body: MarketStateBody,
    bodyOptional: true,
    reply: ListingMarketState,
    errors: ['listing_inactive', 'not_found', 'no_connected_channels'],
    listing: 'params.id',
    handle: (context) => changeMarketState(context, 'online'),
  }),
]
