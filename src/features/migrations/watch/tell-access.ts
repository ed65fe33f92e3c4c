/** Lines of the audit log: what opens an account outlives its cutover, and when it is gone. */
import { targetOf, writeAuditLine } from '../../../platform/audit.ts'
import type { Queryable } from '../../../platform/tenant.ts'

export interface WatchedConnection {
  workspace_id: string
  connection_id: string
}

/** With the change or not at all. */
export async function recordWatchAccess(
  tx: Queryable,
  what: 'kept' | 'deleted',
  watches: readonly WatchedConnection[],
  at: Date,
): Promise<void> {
  for (const { workspace_id: workspaceId, connection_id: id } of watches)
    await writeAuditLine(
      tx,
      { workspaceId },
      {
        action: `secret.credentials.${what}`,
        actor: { kind: 'system' },
        targets: [targetOf('connection', id)],
      },
      at,
    )
}
