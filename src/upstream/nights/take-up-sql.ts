import { sql, type RawBuilder } from 'kysely'
import type { Scope } from '../../platform/tenant.ts'

/**
 * True for a night that a dead process was sending. The caller holds the account's lock, so no other process
 * sends it.
 */
export const isLeftSent = (
  scope: Scope,
  connectionId: string,
  now: Date,
): RawBuilder<boolean> => sql<boolean>`
  workspace_id = ${scope.workspaceId} and connection_id = ${connectionId} and state = 'sent'
      and accepted_at is null and next_attempt_at > ${now}`
