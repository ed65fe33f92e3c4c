import { startLoop } from '../../../platform/background-loop.ts'
import type { Services } from '../../../services.ts'
import type { Meter } from './meter.ts'
import { deleteUsage } from './queries.ts'
import { toUtcDay } from './rules.ts'

const flushEveryMs = 5_000
const cleanEveryMs = 24 * 3_600_000
/** Leaves time for the database to start and migrate. */
const firstCleanAfterMs = 10 * 60_000
/** Longer than any range a request can ask for. */
const keptDays = 400

/** Starts writing counts periodically and deletes old ones. */
export function startUsage(
  { db, clock, log }: Services,
  meter: Meter,
  everyMs = flushEveryMs,
): { stop(): Promise<void> } {
  const flushing = startLoop({ everyMs, log, failed: 'counts of requests wait for the database' }, () =>
    meter.flush(),
  )
  const cleaning = startLoop(
    {
      everyMs: cleanEveryMs,
      firstAfterMs: firstCleanAfterMs,
      log,
      failed: 'old counts of requests stay for now',
    },
    () => deleteUsage(db, toUtcDay(new Date(clock.now().getTime() - keptDays * 24 * 3_600_000))),
  )
  return {
    async stop() {
      await Promise.all([flushing.stop(), cleaning.stop()])
      await meter.flush().catch((error: unknown) => log.warn({ err: error }, 'the last counts were lost'))
    },
  }
}
