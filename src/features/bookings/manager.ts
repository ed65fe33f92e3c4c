/** Who keeps the reservations of a listing. */
import type { Connector } from '../../connector-kit/connector.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { assertListingActive } from '../../records/listings/active.ts'
import type { Services } from '../../services.ts'
import { unsupported } from '../../upstream/errors.ts'
import { bookedListing, bookedStay, type BookedListing, type BookedStay } from './queries.ts'

type Provided = Pick<BookedListing, 'provider'>

/** Who relays what a channel is told of the listing; null: nobody. */
export const relayOf = ({ provider }: Provided, connectors: Services['connectors']): Connector | null =>
  (provider === null ? undefined : connectors[provider]) ?? null

/** null: this server itself; a channel keeps no reservations of others. */
export function pmsOf(listing: Provided, connectors: Services['connectors']): Connector | null {
  const connector = relayOf(listing, connectors)
  return connector?.manifest.category === 'pms' ? connector : null
}

/** A stay that is kept here cannot be moved into a PMS. */
export function assertNativeTarget(target: BookedListing, connectors: Services['connectors']): void {
  const provider = pmsOf(target, connectors)?.manifest.id
  if (provider !== undefined) throw unsupported(provider, 'take over a stay from elsewhere', ['listingId'])
}

export interface Asked {
  db: Queryable
  scope: Scope
}

/** The listing named in a body. Throws `not_found` or `listing_inactive`. */
export async function listingToBook(
  { db, scope }: Asked,
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

export interface Kept {
  stay: BookedStay
  listing: BookedListing
}

/** The reservation named in a path, with its listing. Throws `not_found` or `listing_inactive`. */
export async function reservationToChange({ db, scope }: Asked, id: string, now: Date): Promise<Kept> {
  const stay = await bookedStay(db, scope, id, now)
  const listing = stay && (await bookedListing(db, scope, stay.listing_id))
  if (!stay || !listing) {
    throw new ApiError('not_found', `No reservation ${id} in this workspace.`)
  }
  await assertListingActive(db, scope, stay.listing_id)
  return { stay, listing }
}
