/** Puts a listing on or off the market on every channel that our calendar is written to. */
import { sellerIds } from '../../../connector-kit/capabilities.ts'
import type { ChannelMarketState, MarketState } from '../../../contract/market-state.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Write } from '../../../platform/outbox.ts'
import type { Services } from '../../../services.ts'
import { listedState, listingLinks, setListed, type ListingLink } from '../../calendar/public.ts'
import { feedListing, hideListing, hasFetchedChange } from '../../calendar/public.ts'

const words = {
  offline: { code: 'closing', message: 'Every night is being closed there.' },
  online: { code: 'opening', message: 'It is being sold there again as our calendar says.' },
} as const
const fetched = {
  offline: 'Every night closes there when Vrbo fetches next.',
  online: 'It is on sale again there when Vrbo fetches next.',
} as const
const verifiedWords = {
  offline: 'Nothing of it is sold there.',
  online: 'It is sold there as our calendar says.',
} as const

export interface MarketStateRequest {
  state: MarketState
  /** Limits Booking.com to this property; `field` names its parameter. */
  hotel?: { id: string; field: string } | undefined
}

const bookingCom = 'booking'

/** Throws `not_found` for a property without the listing. */
function selectLinks(
  links: readonly ListingLink[],
  { hotel }: MarketStateRequest,
  listingId: string,
): ListingLink[] {
  if (hotel === undefined) return [...links]
  const ofHotels = links.filter(({ provider }) => provider === bookingCom)
  if (ofHotels.some(({ accountId }) => accountId === hotel.id))
    return links.filter(({ provider, accountId }) => provider !== bookingCom || accountId === hotel.id)
  throw new ApiError('not_found', `Listing ${listingId} is at no property ${hotel.id} of Booking.com.`, {
    field: hotel.field,
    value_received: hotel.id,
    valid_values: [...new Set(ofHotels.map(({ accountId }) => accountId))],
  })
}

export async function applyMarketState(
  write: Write,
  { connectors }: Pick<Services, 'connectors'>,
  listingId: string,
  { state, hotel }: MarketStateRequest,
): Promise<ChannelMarketState[]> {
  const links = selectLinks(
    await listingLinks(write.tx, write.scope, listingId, sellerIds(connectors)),
    { state, hotel },
    listingId,
  )
  const states: ChannelMarketState[] = []
  for (const link of links) states.push(await applyToLink(write, link, state))
  states.push(...(await applyToFeed(write, listingId, state)))
  if (states.length > 0) return states
  throw new ApiError('no_connected_channels', `Listing ${listingId} is on no connected channel.`, {
    listing_id: listingId,
  })
}

async function applyToLink(write: Write, link: ListingLink, state: MarketState): Promise<ChannelMarketState> {
  const { tx, scope, now } = write
  const isListed = state === 'online'
  const { provider: channel, connectionId, externalId: platformId } = link
  const place = {
    ...{ channel, connectionId, platformId },
    ...(channel === bookingCom ? { hotelId: link.accountId } : {}),
  }
  const before = await listedState(tx, scope, link)
  if (!before)
    return {
      ...place,
      state: 'unchanged',
      ok: false,
      code: 'not_written_from_here',
      message: 'Our calendar is not written there, so its nights are not ours to close.',
      fix: 'Map it with `syncEnabled` true, or change it where its calendar is kept.',
      verified: false,
    }
  await setListed(tx, scope, link, { isListed, at: now })
  if (before.isListed !== isListed)
    return { ...place, state, ok: true, ...words[state], fix: null, verified: false }
  const verified = before.pending === 0
  const message = verified ? verifiedWords[state] : words[state].message
  return { ...place, state, ok: true, code: 'already_so', message, fix: null, verified }
}

async function applyToFeed(
  write: Write,
  listingId: string,
  state: MarketState,
): Promise<ChannelMarketState[]> {
  const { tx, scope } = write
  const brought = await hideListing(write, listingId, state === 'offline')
  if (!brought) return []
  const known = await feedListing(tx, scope, listingId)
  const verified = !brought.changed && known !== undefined && hasFetchedChange(known)
  return [
    {
      channel: 'vrbo',
      externalAccountId: brought.accountId,
      platformId: listingId,
      state,
      ok: true,
      code: brought.changed ? words[state].code : 'already_so',
      message: verified ? verifiedWords[state] : fetched[state],
      fix: null,
      verified,
    },
  ]
}
