/** Drafts a change in the vendor's terms. */
import type { AlterationDraft } from '../../../../connector-kit/alteration-operations.ts'
import { ApiError } from '../../../../platform/api-error.ts'
import type { Queryable, Scope } from '../../../../platform/tenant.ts'
import { assertListingActive } from '../../../../records/listings/active.ts'
import type { AlterationRequest } from './parse-alteration.ts'
import { listingInAccount } from './queries.ts'

export function guestsOf({ occupancy }: { occupancy: object | null }): number | null {
  const { total, adults, children } = (occupancy ?? {}) as Record<string, number | null | undefined>
  return total ?? (adults == null ? null : adults + (children ?? 0))
}

/** Throws `not_found`, `listing_inactive` or `listing_not_on_airbnb` for a listing the stay cannot move to. */
export async function draftAlteration(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  reservationExternalId: string,
  request: AlterationRequest,
): Promise<{ draft: AlterationDraft; newListingId: string | null }> {
  const { listingId, airbnbListingId, ...changes } = request
  const draft = { reservationExternalId, ...changes }
  if (listingId === undefined && airbnbListingId === undefined) return { draft, newListingId: null }
  const field = listingId === undefined ? 'airbnb_listing_id' : 'listing_id'
  if (listingId !== undefined) await assertListingActive(db, scope, listingId, field)
  const listing = {
    ...(listingId === undefined ? {} : { listingId }),
    ...(airbnbListingId === undefined ? {} : { airbnbListingId }),
  }
  const found = await listingInAccount(db, scope, connectionId, listing)
  if (!found) {
    const value = listingId ?? airbnbListingId ?? ''
    throw new ApiError(
      'listing_not_on_airbnb',
      'The listing that the stay is to move to is not known in the Airbnb account of the booking.',
      { field, value_received: value.slice(0, 100) },
    )
  }
  if (listingId === undefined) await assertListingActive(db, scope, found.listing_id, field)
  return { draft: { ...draft, listingExternalId: found.external_id }, newListingId: found.listing_id }
}
