/** Deletes stored answers after a day, because they can hold what guests wrote. */
import { startLoop, type BackgroundLoop } from './background-loop.ts'
import type { Clock } from './clock.ts'
import { deleteExpiredKeys } from './idempotency-queries.ts'
import type { Log } from './log.ts'
import type { Queryable } from './tenant.ts'

const everyMs = 600_000
const batchRows = 5_000

interface IdempotencyCleanupDeps {
  db: Queryable
  clock: Clock
  log: Log
}

/** Returns how many rows were deleted. */
export async function deleteExpired(
  { db, clock }: IdempotencyCleanupDeps,
  stopped = () => false,
): Promise<number> {
  let total = 0
  while (!stopped()) {
    const removed = await deleteExpiredKeys(db, clock.now(), batchRows)
    total += removed
    if (removed < batchRows) break
  }
  return total
}

/** Runs at once and then every ten minutes. Several processes may run it at the same time. */
export function startIdempotencyCleanup(needed: IdempotencyCleanupDeps): BackgroundLoop {
  const { log } = needed
  return startLoop({ everyMs, log, failed: 'expired idempotency keys stay for now' }, async (signal) => {
    await deleteExpired(needed, () => signal.aborted)
  })
}
