import { sql } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'

/** What a process was sending that ended meanwhile; whoever asks has the lock of the account, so nobody else is at it. */
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
