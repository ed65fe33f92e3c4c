/** Deletes expired history once a day. */
import { runForEachWorkspace } from '../../../platform/run-for-each-workspace.ts'
import { startLoop, type BackgroundLoop } from '../../../platform/background-loop.ts'
import type { Services } from '../../../services.ts'
import { historiesToLookThrough, claimHistory } from './retention-queries.ts'
import { deleteOldChanges, deleteOldSnapshots } from '../../../records/history-retention-queries.ts'
import type { HistoryCursor } from '../../../records/history-retention-queries.ts'

const everyMs = 600_000
const dayMs = 24 * 3_600_000
const batchLines = 2_000
const first: HistoryCursor = { record_type: '', record_id: '0', revision: 0 }

type HistoryRetentionDeps = Pick<Services, 'db' | 'clock' | 'config' | 'log'>

/** Returns how many rows were deleted. */
export async function deleteOldHistory(
  { db, clock, config, log }: HistoryRetentionDeps,
  stopped = () => false,
): Promise<number> {
  const now = clock.now()
  const since = new Date(now.getTime() - dayMs)
  const usual = config.historyRetentionDays ?? null
  let total = 0
  for (const { id: workspaceId, history_days: own } of await historiesToLookThrough(db, { usual, since })) {
    const scope = { workspaceId }
    const before = new Date(now.getTime() - (own ?? usual ?? Infinity) * dayMs)
    await runForEachWorkspace(
      workspaceId,
      { log, failed: 'old changes of a workspace stay for now' },
      async () => {
        if (stopped() || !(await claimHistory(db, scope, { since, now, before }))) return
        for (let after: HistoryCursor | null = first; after !== null && !stopped();) {
          const { last, gone } = await deleteOldChanges(db, scope, { after, before, limit: batchLines })
          total += gone
          after = last
        }
        for (let gone = batchLines; gone === batchLines && !stopped();)
          gone = await deleteOldSnapshots(db, scope, { before, limit: batchLines })
      },
    )
  }
  return total
}

export const startHistoryRetention = (services: HistoryRetentionDeps): BackgroundLoop =>
  startLoop(
    { everyMs, log: services.log, failed: 'old changes stay for now' },
    async (signal) => void (await deleteOldHistory(services, () => signal.aborted)),
  )
