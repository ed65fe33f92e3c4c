/** Finds who manages a listing's reservations, and the requested one. */
import { keepsReservations } from '../../connector-kit/capabilities.ts'
import type { Connector } from '../../connector-kit/connector.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { assertListingActive } from '../../records/listings/active.ts'
import { isChannelName } from '../../records/relay.ts'
import type { Services } from '../../services.ts'
import { unsupported } from '../../upstream/errors.ts'
import {
  bookedListing,
  bookedStay,
  type BookedListing,
  type BookedStay,
  type NativeListing,
} from './queries.ts'

export interface RecordAtVendor {
  connector: Connector
  listing: NativeListing
}

/** null if this server manages them. */
export function findPms(listing: BookedListing, connectors: Services['connectors']): RecordAtVendor | null {
  const { keeper } = listing
  const connector = keeper.kind === 'us' ? undefined : connectors[keeper.provider]
  if (keeper.kind === 'us' || !connector || !keepsReservations(connector)) return null
  return { connector, listing: { ...listing, keeper } }
}

/** A native stay cannot be moved into a PMS. */
export function assertNativeTarget(target: BookedListing, connectors: Services['connectors']): void {
  const provider = findPms(target, connectors)?.connector.manifest.id
  if (provider !== undefined) throw unsupported(provider, 'take over a stay from elsewhere', ['listingId'])
}

export interface BookingContext {
  db: Queryable
  scope: Scope
}

/** The listing named in a body. Throws `not_found` or `listing_inactive`. */
export async function listingToBook(
  { db, scope }: BookingContext,
  id: string,
  field = 'listingId',
): Promise<BookedListing> {
  const listing = await bookedListing(db, scope, id)
  if (!listing) {
    throw new ApiError('not_found', `No listing ${id} in this workspace.`, { field, value_received: id })
  }
  await assertListingActive(db, scope, id, field)
  return listing
}

export interface StayWithListing {
  stay: BookedStay
  listing: BookedListing
}

/** A stay with its id at the account that manages its listing. */
export interface StayAtVendor extends RecordAtVendor {
  stay: BookedStay & { external_id: string }
}

function stayAt({ stay }: StayWithListing, at: RecordAtVendor | null): StayAtVendor | null {
  const { relay, external_id: externalId } = stay
  if (!at || relay?.connectionId !== at.listing.keeper.connectionId || externalId === null) return null
  return { ...at, stay: { ...stay, external_id: externalId } }
}

/** The account that takes an answer to the request: the one it came through; null if none. */
export function relayedStay(
  { stay, listing }: StayWithListing,
  connectors: Services['connectors'],
): StayAtVendor | null {
  const { came_through: keeper, external_id: externalId } = stay
  const connector = keeper ? connectors[keeper.provider] : undefined
  if (!keeper || !connector || externalId === null) return null
  return { connector, listing: { ...listing, keeper }, stay: { ...stay, external_id: externalId } }
}

/**
 * The stay at the PMS that manages its listing; null if native. Throws for a stay of another account, which
 * alone can change it.
 */
export function findStayInPms(
  kept: StayWithListing,
  connectors: Services['connectors'],
): StayAtVendor | null {
  const { stay, listing } = kept
  const { keeper } = listing
  const { relay } = stay
  if (relay === null) return stayAt(kept, findPms(listing, connectors))
  const { provider } = relay
  const isChannels = isChannelName(provider)
  const isKeepers = keeper.kind === 'connection' && keeper.connectionId === relay.connectionId
  if (isKeepers && !isChannels) return stayAt(kept, findPms(listing, connectors))
  throw new ApiError(
    'reservation_owned_by_channel',
    `Reservation ${stay.id} came through ${provider}, where it has to be changed.`,
    { owner: stay.source ?? provider, ...(isChannels ? {} : { provider }) },
  )
}

/** The reservation named in a path, with its listing. Throws `not_found` or `listing_inactive`. */
export async function reservationToChange(
  { db, scope }: BookingContext,
  id: string,
  now: Date,
): Promise<StayWithListing> {
  const stay = await bookedStay(db, scope, id, now)
  const listing = stay && (await bookedListing(db, scope, stay.listing_id))
  if (!stay || !listing) {
    throw new ApiError('not_found', `No reservation ${id} in this workspace.`)
  }
  await assertListingActive(db, scope, stay.listing_id)
  return { stay, listing }
}
