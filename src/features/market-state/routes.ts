import { ListingMarketState, type MarketState } from '../../contract/market-state.ts'
import { writeOnce } from '../../http/write-once.ts'
import { openWrite } from '../../platform/outbox.ts'
import { rehearse } from '../../platform/rehearse.ts'
import type { Queryable } from '../../platform/tenant.ts'
import { DryRun } from '../dry-run.ts'
import { idParams } from '../path-id.ts'
import { route, type Writing } from '../route.ts'
import { bringTo } from './bring.ts'

const tag = 'Listings'
const about =
  'Bookings stay, and so do the mapping, billing and access by the API; another call brings it back. Sent again it tells how far each channel has come, in `verified`. Channels where our calendar is not written are left as they are, and named.'

function ask(context: Writing, id: string, state: MarketState, dryRun: boolean): Promise<ListingMarketState> {
  const { services, scope } = context
  const work = async (tx: Queryable): Promise<ListingMarketState> => {
    const write = await openWrite(tx, scope, services.clock.now())
    return { listingId: id, state, channels: await bringTo(write, services, id, state) }
  }
  if (!dryRun) return writeOnce(context, work)
  return rehearse(services.db, work).then((shown) => ({ ...shown, dryRun: true as const }))
}

export const marketStateRoutes = [
  route({
    method: 'POST',
    url: '/v1/listings/:id/offline',
    id: 'takeListingOffline',
    tag,
    summary: 'Take a listing off the market',
    description: `Every night of it is closed on each channel where our calendar is written; in the feeds of Vrbo it is not active. ${about}`,
    params: idParams('listing'),
    query: DryRun,
    reply: ListingMarketState,
    errors: ['listing_inactive', 'no_connected_channels'],
    listing: 'params.id',
    handle: (context) => ask(context, context.params.id, 'offline', context.query.dry_run === true),
  }),
  route({
    method: 'POST',
    url: '/v1/listings/:id/online',
    id: 'putListingOnline',
    tag,
    summary: 'Put a listing back on the market',
    description: `It is sold again on each channel as our calendar says. ${about}`,
    params: idParams('listing'),
    query: DryRun,
    reply: ListingMarketState,
    errors: ['listing_inactive', 'no_connected_channels'],
    listing: 'params.id',
    handle: (context) => ask(context, context.params.id, 'online', context.query.dry_run === true),
  }),
]
