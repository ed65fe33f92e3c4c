import { sql } from 'kysely'
import { assertLockHeld } from '../../../platform/lock-order.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'

export interface RetainedAccess {
  connectionId: string
  credentials: Buffer | null
  credentialsKeyId: string | null
  session: Buffer | null
}

/**
 * Restores the connection as before it was disconnected. Single readings were dropped then, so a full reading follows,
 * like the daily one.
 */
export async function resumeConnection(
  tx: Queryable,
  scope: Scope,
  { connectionId, credentials, credentialsKeyId, session }: RetainedAccess,
  { inbound, at }: { inbound: 'kept' | 'due'; at: Date },
): Promise<void> {
  assertLockHeld(tx, 'schedule')
  await sql`
    update connections
    set status = 'active', disconnected_at = null, credentials = ${credentials},
        credentials_key_id = ${credentialsKeyId}, session = ${session}, inbound_due = ${inbound === 'due'},
        last_full_at = null,
        updated_at = ${at}
    where workspace_id = ${scope.workspaceId} and id = ${connectionId} and status = 'disconnected'`.execute(
    tx,
  )
}
