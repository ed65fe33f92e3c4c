/** What a list of what belongs to listings and connections is narrowed to: for its counts. Pure. */
import type { Scope } from '../../platform/tenant.ts'

/** The listings that are meant, when not all are. */
export const listingsInScope = (
  { listingIds }: Scope,
  listingId: string | undefined,
): readonly string[] | undefined => {
  if (listingId === undefined) return listingIds
  return !listingIds || listingIds.includes(listingId) ? [listingId] : []
}

/** How `listed_under` of the database names what came through these connections, or, made here, is on a listing of theirs. */
export const listedUnder = ({ connectionIds }: Scope): { connection?: readonly string[] } =>
  connectionIds ? { connection: connectionIds.flatMap((id) => [id, `of ${id}`]) } : {}
