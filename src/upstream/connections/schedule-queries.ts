/** Locks an account's row of the schedule: its holder alone reads and stores for the account, or changes it. */
import { sql } from 'kysely'
import { takeLockInOrder } from '../../platform/lock-order.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'

/** Locks the connection's schedule row until the transaction ends, waiting for its writer. */
export async function takeSchedule(tx: Queryable, scope: Scope, connectionId: string): Promise<void> {
  takeLockInOrder(tx, 'schedule')
  await sql`
    select from sync_schedule where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId}
    for update`.execute(tx)
}

/** Locks the rows of all connections of a workspace in the same way. */
export async function takeSchedules(tx: Queryable, scope: Scope): Promise<void> {
  takeLockInOrder(tx, 'schedule')
  await sql`
    select from sync_schedule where workspace_id = ${scope.workspaceId}
    order by connection_id for update`.execute(tx)
}
