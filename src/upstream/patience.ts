/** How long somebody who waits for a vendor waits. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Budget } from '../connector-kit/ratelimit.ts'
import { VendorError } from '../connector-kit/vendor-error.ts'
import { currentPatience } from '../platform/request-patience.ts'

/** What came of the work, or that it took too long. It goes on by itself, and whatever comes of it is heard by nobody. */
export function answerInTime<T>(work: Promise<T>, ms: number): Promise<T | 'no time'> {
  const waiting = new AbortController()
  const isOver = pause(Math.max(0, ms), 'no time' as const, { signal: waiting.signal })
  return Promise.race([work, isOver.catch(() => 'no time' as const)]).finally(() => waiting.abort())
}

/** Nobody waits longer than this for room under the vendor's limit. */
export const limitWait = (budget: Budget, longestWaitMs: number): Budget => ({
  block: budget.block,
  take: (identity, limits, lane, options) =>
    budget.take(identity, limits, lane, { ...options, longestWaitMs }),
})

/** What hangs up by itself when the answer is due does so first, and says more. */
const graceMs = 250

/** Whatever a connector does, whoever asked for it is answered in time. */
export async function whileWaited<T>(work: Promise<T>): Promise<T> {
  const patience = currentPatience()
  if (!patience) return work
  const outcome = await answerInTime(work, patience.leftMs() + graceMs)
  if (outcome === 'no time') throw new VendorError('timeout', 'no answer in time')
  return outcome as T
}
