/** What waits for room in a vendor's limit gives way to what was sold meanwhile. */
import { isHeldBack, type Budget } from '../../../connector-kit/ratelimit.ts'
import type { SyncEnvironment } from '../../../upstream/client.ts'

/** So often it is looked whether something was sold. */
const lookEveryMs = 500
/** As long as a worker waits otherwise; then others get the turn. */
const longestWaitMs = 5 * 60_000

/**
 * A turn does one thing after the other, so a call that waits for the next window would keep sold nights waiting, for which room is
 * kept. It is refused instead, as if the limit were used up for long; its nights are sent again afterwards.
 */
export function createYieldingBudget(
  { budget, sleep }: Pick<SyncEnvironment, 'budget' | 'sleep'>,
  hasChanged: () => Promise<boolean>,
): Budget {
  return {
    block: budget.block,
    async take(identity, limits, lane, options = {}) {
      if (lane === 'bookings') return budget.take(identity, limits, lane, options)
      const { waitedMs = 0 } = options
      const began = performance.now()
      for (;;) {
        const soFarMs = performance.now() - began
        const patience = { waitedMs: waitedMs + soFarMs, longestWaitMs: 0 }
        try {
          return await budget.take(identity, limits, lane, { ...options, ...patience })
        } catch (error) {
          if (!isHeldBack(error) || soFarMs > longestWaitMs || (await hasChanged())) throw error
          await sleep(Math.min(lookEveryMs, error.retryAfterMs ?? lookEveryMs))
        }
      }
    },
  }
}
