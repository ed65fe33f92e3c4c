import type { ApiKey } from '../../../contract/keys.ts'
import type { ApiKeyListRow } from './queries.ts'
import { keyStateAt } from './rules.ts'

const iso = (at: Date | null) => at?.toISOString() ?? null

export function toKey(row: ApiKeyListRow, now: Date): ApiKey {
  const overlaps =
    row.previous_until !== null && row.previous_until > now && keyStateAt(row, now) === 'active'
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    mode: row.mode,
    connectionIds: row.connection_ids,
    listingIds: row.listing_ids,
    agent_limits: row.agent_limits,
    scopes: row.scopes,
    expiresAt: iso(row.expires_at),
    state: keyStateAt(row, now),
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    lastUsedAt: iso(row.last_used_at),
    lastUsedFrom: row.last_address,
    rotatedAt: iso(row.rotated_at),
    previousSecretValidUntil: overlaps ? iso(row.previous_until) : null,
    revokedAt: iso(row.revoked_at),
  }
}
