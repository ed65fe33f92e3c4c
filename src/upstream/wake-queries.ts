/** Having a connection read, whoever asks for it. */
import { sql } from 'kysely'
import { takeInOrder } from '../platform/lock-order.ts'
import type { Queryable, Scope } from '../platform/tenant.ts'

export const wakening = (scope: Scope, connectionId: string, at: Date) => sql`
  insert into sync_schedule as s (workspace_id, connection_id, wake_at)
  values (${scope.workspaceId}, ${connectionId}, ${at})
  on conflict (workspace_id, connection_id) do update
    set wake_at = least(s.wake_at, excluded.wake_at)`

/** Has the connection looked at by then, earlier if that was planned; makes the row for a new connection. */
export async function wakeConnection(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  at: Date,
): Promise<void> {
  takeInOrder(db, 'schedule')
  await wakening(scope, connectionId, at).execute(db)
}
