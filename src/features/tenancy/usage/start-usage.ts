/** What the rest of the server may use of usage. */
import { startLoop } from '../../../platform/background-loop.ts'
import type { Services } from '../../../services.ts'
import { type Meter } from './meter.ts'
import { deleteUsage } from './queries.ts'
import { toUtcDay } from './rules.ts'

const flushEveryMs = 5_000
const cleanEveryMs = 24 * 3_600_000
/** The database may have to be waited for, and brought to its newest shape. */
const firstCleanAfterMs = 10 * 60_000
/** Longer than any range that can be asked for. */
const keptDays = 400

/** Writes counts down from now on, and forgets the oldest. */
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
