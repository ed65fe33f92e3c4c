import type { VendorAnswer } from './answer.ts'
import { isClockFault } from './clock-fault.ts'
import { triesOf } from './failure-table.ts'
import type { RateLimit } from './manifest.ts'
import { isHeldBack, longestWaitMs, type Budget } from './ratelimit.ts'
import { VendorError, type VendorErrorKind } from './vendor-error.ts'

export interface RetryParts {
  budget: Budget
  identity: string
  rateLimits: readonly RateLimit[]
  sleep(ms: number): Promise<void>
  /** Jitter needs a number between 0 and 1. */
  random(): number
  /** Returns how long the caller still waits. */
  leftMs(): number
  onRetry(about: { kind: VendorErrorKind; waitMs: number; retries: number; path: string | undefined }): void
}

const backoffMs = { first: 500, longest: 20_000 }
// A vendor that sets a limit without naming a wait gets this one.
export const untoldWaitMs = 10_000

// A longer pause of one resource would hold up everything else of the account.
const longestResourceWaitMs = 5_000

export const isTransient = (kind: VendorErrorKind): boolean => triesOf[kind] > 1

/**
 * Tries until the call succeeds or another try makes no sense. `safe` means that sending it twice does no
 * harm.
 */
export async function persist(
  attempt: (retries: number) => Promise<VendorAnswer>,
  safe: boolean,
  parts: RetryParts,
): Promise<VendorAnswer> {
  /** An earlier try's error says more than an error that no time is left. */
  let failure: VendorError | undefined
  for (let retries = 0; ; retries += 1) {
    try {
      return await attempt(retries)
    } catch (error) {
      if (!(error instanceof VendorError)) throw error
      const { kind, path, limitedTo } = error
      const waitMs = waitBefore(error, retries, parts.random())
      // A call that the budget refuses comes back later, since an immediate retry gets the same answer.
      if (isHeldBack(error)) throw error.isQueued ? (failure ?? error) : error
      // A retry's pauses do not correct a wrong clock.
      if (isClockFault(error)) throw error
      const isResourceLimit = limitedTo !== undefined
      // The budget pauses every caller of this account.
      if (kind === 'rate_limited' && !isResourceLimit)
        await parts.budget.block(parts.identity, parts.rateLimits, waitMs + Math.ceil(parts.random() * 250))
      // A vendor does not act on calls it refuses by rate limit, so even a write may be sent again.
      const mayRepeat = safe || kind === 'rate_limited'
      const longestMs = isResourceLimit ? longestResourceWaitMs : longestWaitMs
      if (!mayRepeat || retries + 1 >= triesOf[kind] || waitMs > longestMs) throw error
      if (waitMs >= parts.leftMs()) throw error
      parts.onRetry({ kind, waitMs, retries, path })
      if (kind !== 'rate_limited') failure = error
      if (kind !== 'rate_limited' || isResourceLimit) await parts.sleep(waitMs)
    }
  }
}

function waitBefore(error: VendorError, retries: number, random: number): number {
  if (error.kind === 'rate_limited') return error.retryAfterMs ?? untoldWaitMs
  const full = Math.min(backoffMs.longest, backoffMs.first * 2 ** retries)
  return Math.max(Math.round(full * (0.5 + random / 2)), error.retryAfterMs ?? 0)
}
