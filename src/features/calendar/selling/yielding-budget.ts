/** Makes calls that wait for rate-limit room yield to nights sold meanwhile. */
import { isHeldBack, type Budget } from '../../../connector-kit/ratelimit.ts'
import type { SyncEnvironment } from '../../../upstream/client.ts'

/** How often new sales are looked up while waiting. */
const lookEveryMs = 500
/** The longest wait of a worker before it releases the connection to others. */
const longestWaitMs = 5 * 60_000

/**
 * A pass works one step after another. So a call that waits for the next window would delay sold nights, although room
 * is reserved for them. Such a call is refused as if the limit were used up for long; its nights are sent again
 * afterwards.
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
