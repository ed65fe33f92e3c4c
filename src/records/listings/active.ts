/** Inactive listings take part in nothing, and whoever names one is refused here. */
import { ApiError } from '../../platform/api-error.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { listingActivity, listingOfRecord } from './active-queries.ts'

interface ListingActivityRow {
  id: string
  name: string
  active: boolean
  inactive_reason: string | null
}

/** `listing_inactive` with what it names. */
export function listingInactive(listings: readonly ListingActivityRow[]): ApiError {
  const names = listings.map((listing) => `${listing.id} (${listing.name})`).join(', ')
  return new ApiError(
    'listing_inactive',
    listings.length === 1 ? `Listing ${names} is inactive.` : `Listings ${names} are inactive.`,
    {
      listing_ids: listings.map((listing) => listing.id),
      listings: listings.map(({ id, name }) => ({ id, name })),
      ...(listings.some((listing) => listing.inactive_reason === 'plan_limit')
        ? { reason: 'plan_limit' }
        : {}),
    },
  )
}

/** Throws `not_found` for a listing outside the workspace and `listing_inactive` for one that is switched off. */
export async function assertListingActive(
  db: Queryable,
  scope: Scope,
  listingId: string,
  field = 'listing_id',
): Promise<void> {
  const [listing] = await listingActivity(db, scope, [listingId])
  if (!listing) {
    throw new ApiError('not_found', `No listing ${listingId} in this workspace.`, {
      field,
      value_received: listingId,
    })
  }
  if (!listing.active) throw listingInactive([listing])
}

/** The same for a record's listing; a record that does not exist passes, since a list of it is empty. */
export async function assertRecordListingActive(
  db: Queryable,
  scope: Scope,
  table: 'reservations' | 'conversations',
  id: string | undefined,
): Promise<void> {
  const listingId = id === undefined ? null : await listingOfRecord(db, scope, table, id)
  if (listingId !== null) await assertListingActive(db, scope, listingId)
}
