import { sql } from 'kysely'
import { assertHeld } from '../../../platform/lock-order.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'

export interface RetainedAccess {
  connectionId: string
  credentials: Buffer | null
  credentialsKeyId: string | null
  session: Buffer | null
}

/**
 * As before it was disconnected: what was read counts, and reading goes on from there. What was to be read singly was
 * dropped with the disconnect, so everything is read through once more, as it is every day.
 */
export async function resumeConnection(
  tx: Queryable,
  scope: Scope,
  { connectionId, credentials, credentialsKeyId, session }: RetainedAccess,
  { inbound, at }: { inbound: 'kept' | 'due'; at: Date },
): Promise<void> {
  assertHeld(tx, 'schedule')
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
