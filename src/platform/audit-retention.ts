/** Deletes audit lines whose retention time is over. */
import { runForEachWorkspace } from './run-for-each-workspace.ts'
import { addUpAuditChanges, forgetLines, noteOldestLine, workspacesWithOldLines } from './audit-queries.ts'
import { startLoop, type BackgroundLoop } from './background-loop.ts'
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'
import type { Queryable } from './tenant.ts'

const everyMs = 3_600_000
const dayMs = 24 * 3_600_000
const batchLines = 5_000

interface AuditRetentionDeps {
  db: Queryable
  clock: Clock
  log: Log
  config: { auditRetentionDays: number }
}

/** Returns how many lines were deleted. */
export async function forgetOldLines(
  { db, clock, log, config }: AuditRetentionDeps,
  stopped = () => false,
): Promise<number> {
  const now = clock.now()
  const before = new Date(now.getTime() - config.auditRetentionDays * dayMs)
  let total = 0
  for (const workspaceId of await workspacesWithOldLines(db, before))
    await runForEachWorkspace(
      workspaceId,
      { log, failed: 'old audit lines of a workspace stay for now' },
      async () => {
        for (let gone = batchLines; gone === batchLines; total += gone) {
          if (stopped()) return
          gone = await forgetLines(db, { workspaceId, before, limit: batchLines })
        }
        // The mark is moved only after the deletion: after a crash the rest is found again.
        await noteOldestLine(db, { workspaceId }, now)
      },
    )
  for (let added = batchLines; added === batchLines && !stopped();)
    added = await addUpAuditChanges(db, batchLines)
  return total
}

/** Runs at once and then every hour. Several processes may run it at the same time. */
export function startAuditRetention(needed: AuditRetentionDeps): BackgroundLoop {
  const { log } = needed
  return startLoop({ everyMs, log, failed: 'old audit lines stay for now' }, async (signal) => {
    await forgetOldLines(needed, () => signal.aborted)
  })
}
