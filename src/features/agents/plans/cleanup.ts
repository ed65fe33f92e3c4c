/** Deletes plans after a week, because they can hold names and texts; the audit log keeps who confirmed which. */
import { startLoop, type BackgroundLoop } from '../../../platform/background-loop.ts'
import type { Services } from '../../../services.ts'
import { deletePlansBefore } from './cleanup-queries.ts'

const everyMs = 600_000
const keptMs = 7 * 86_400_000
const batchRows = 5_000

type PlanCleanupDeps = Pick<Services, 'db' | 'clock' | 'log'>

/** Returns how many rows were deleted. */
export async function deleteOldPlans(
  { db, clock }: PlanCleanupDeps,
  isStopping = () => false,
): Promise<number> {
  const before = new Date(clock.now().getTime() - keptMs)
  let total = 0
  while (!isStopping()) {
    const removed = await deletePlansBefore(db, before, batchRows)
    total += removed
    if (removed < batchRows) break
  }
  return total
}

/** Runs at once and then every ten minutes; several processes may run it at once. */
export function startPlanCleanup(needed: PlanCleanupDeps): BackgroundLoop {
  const { log } = needed
  return startLoop({ everyMs, log, failed: 'old plans stay for now' }, async (signal) => {
    await deleteOldPlans(needed, () => signal.aborted)
  })
}
