import type { Principal } from '../../../http/route.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Queryable } from '../../../platform/tenant.ts'
import { callingKey } from './auth-queries.ts'
import type { AccessRights } from './access-rights.ts'

/** Reads the calling key's rights from the database: a cached copy may be stale, and what it creates outlives it. */
export async function readOwnRights(
  tx: Queryable,
  { keyId, memberId, expiresAt }: Pick<Principal, 'keyId' | 'memberId' | 'expiresAt'>,
): Promise<AccessRights> {
  const row = await callingKey(tx, keyId)
  if (!row || row.revoked_at !== null) {
    throw new ApiError('unauthorized', 'Invalid API key: it does not exist or was revoked.')
  }
  const { scopes, connection_ids: connectionIds, listing_ids: listingIds } = row
  const rights = { scopes, connectionIds, listingIds }
  // A session expires, but its member's rights do not.
  if (memberId !== null) return { ...rights, expiresAt: null }
  const ends = [row.expires_at, expiresAt].filter((end) => end !== null)
  // The secret from before a rotation expires sooner than its key.
  return { ...rights, expiresAt: ends.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null }
}
