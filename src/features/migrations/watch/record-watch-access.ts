/** Audit lines for access that outlives its cutover, and for its deletion. */
import { targetOf, writeAuditLine } from '../../../platform/audit.ts'
import type { Queryable } from '../../../platform/tenant.ts'

export interface WatchedConnection {
  workspace_id: string
  connection_id: string
}

/** Written in the transaction of the change. */
export async function recordWatchAccess(
  tx: Queryable,
  outcome: 'kept' | 'deleted',
  watches: readonly WatchedConnection[],
  at: Date,
): Promise<void> {
  for (const { workspace_id: workspaceId, connection_id: id } of watches)
    await writeAuditLine(
      tx,
      { workspaceId },
      {
        action: `secret.credentials.${outcome}`,
        actor: { kind: 'system' },
        targets: [targetOf('connection', id)],
      },
      at,
    )
}
