import { sql } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'

/**
 * Takes over nights that a dead process was sending. The caller holds the account's lock, so no other process
 * sends them.
 */
export async function takeUpSent(
  db: Queryable,
  scope: Scope,
  table: 'calendar_pushes' | 'channel_nights',
  connectionId: string,
  now: Date,
): Promise<void> {
  await sql`
    update ${sql.table(table)} set next_attempt_at = ${now}
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId} and state = 'sent'
      and accepted_at is null and next_attempt_at > ${now}`.execute(db)
}
