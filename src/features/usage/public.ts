/** What the rest of the server may use of usage. */
import type { Services } from '../../services.ts'
import { type Meter } from './meter.ts'
import { deleteUsage } from './queries.ts'
import { dayOf } from './rules.ts'

export { createMeter, type Meter } from './meter.ts'

const flushEveryMs = 5_000
const cleanEveryMs = 24 * 3_600_000
/** Longer than any range that can be asked for. */
const keptDays = 400

/** Writes counts down from now on, and forgets the oldest. */
export function startUsage(services: Services, meter: Meter): { stop(): Promise<void> } {
  const { db, clock, log } = services
  const flush = () =>
    meter
      .flush()
      .catch((error: unknown) => log.warn({ err: error }, 'counts of requests wait for the database'))
  const clean = () =>
    deleteUsage(db, dayOf(new Date(clock.now().getTime() - keptDays * 24 * 3_600_000))).catch(
      (error: unknown) => log.warn({ err: error }, 'old counts of requests stay for now'),
    )
  const timers = [setInterval(flush, flushEveryMs), setInterval(clean, cleanEveryMs)]
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await flush()
    },
  }
}
