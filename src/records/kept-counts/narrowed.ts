/** Narrows a list of records by listing and connection to the counts that match. */
import type { Scope } from '../../platform/tenant.ts'

/** The listings to count, or undefined for all of them. */
export const listingsInScope = (
  { listingIds }: Scope,
  listingId: string | undefined,
): readonly string[] | undefined => {
  if (listingId === undefined) return listingIds
  return !listingIds || listingIds.includes(listingId) ? [listingId] : []
}

/**
 * The values that the SQL function `listed_under` gives rows of these connections, and rows made here on their
 * listings.
 */
export const listedUnder = ({ connectionIds }: Scope): { connection?: readonly string[] } =>
  connectionIds ? { connection: connectionIds.flatMap((id) => [id, `of ${id}`]) } : {}
