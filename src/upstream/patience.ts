/** How long somebody who waits for a vendor waits. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Budget } from '../connector-kit/ratelimit.ts'

/** What came of the work, or that it took too long. It goes on by itself, and whatever comes of it is heard by nobody. */
export function inTime<T>(work: Promise<T>, ms: number): Promise<T | 'no time'> {
  const waiting = new AbortController()
  const isOver = pause(Math.max(0, ms), 'no time' as const, { signal: waiting.signal })
  return Promise.race([work, isOver.catch(() => 'no time' as const)]).finally(() => waiting.abort())
}

/** Nobody waits longer than this for room under the vendor's limit. */
export const notForLong = (budget: Budget, longestWaitMs: number): Budget => ({
  block: budget.block,
  take: (identity, limits, lane, options) =>
    budget.take(identity, limits, lane, { ...options, longestWaitMs }),
})
