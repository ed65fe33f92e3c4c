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
  /** Between 0 and 1; for jitter. */
  random(): number
  /** For how long somebody waits. */
  leftMs(): number
  onRetry(about: { kind: VendorErrorKind; waitMs: number; retries: number; path: string | undefined }): void
}

const backoffMs = { first: 500, longest: 20_000 }
// For a vendor that says stop and not for how long.
export const untoldWaitMs = 10_000

// A longer pause of one resource would hold up everything else of the account.
const longestResourceWaitMs = 5_000

export const isTransient = (kind: VendorErrorKind): boolean => triesOf[kind] > 1

/** Tries until it succeeds or another try makes no sense. `safe`: sending it twice does no harm. */
export async function persist(
  attempt: (retries: number) => Promise<VendorAnswer>,
  safe: boolean,
  parts: RetryParts,
): Promise<VendorAnswer> {
  /** Of an earlier try, which says more than that no time is left for this one. */
  let failure: VendorError | undefined
  for (let retries = 0; ; retries += 1) {
    try {
      return await attempt(retries)
    } catch (error) {
      if (!(error instanceof VendorError)) throw error
      const { kind, path, limitedTo } = error
      const waitMs = waitBefore(error, retries, parts.random())
      // What the budget refuses comes back later; asking it again at once gives the same.
      if (isHeldBack(error)) throw error.isQueued ? (failure ?? error) : error
      // A wrong clock is not put right within the pauses of a retry.
      if (isClockFault(error)) throw error
      const isResourceLimit = limitedTo !== undefined
      // The budget makes everybody of this account wait.
      if (kind === 'rate_limited' && !isResourceLimit)
        await parts.budget.block(parts.identity, parts.rateLimits, waitMs + Math.ceil(parts.random() * 250))
      // What a vendor refuses by its rate limit it has not acted on, so even a write may be sent again.
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
