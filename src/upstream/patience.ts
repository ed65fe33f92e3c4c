/** Limits how long a caller waits for a vendor. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Budget } from '../connector-kit/ratelimit.ts'
import { VendorError } from '../connector-kit/vendor-error.ts'
import { currentPatience } from '../platform/request-patience.ts'

/** Returns the result, or "no time" once the time is up. The work continues unobserved. */
export function answerInTime<T>(work: Promise<T>, ms: number): Promise<T | 'no time'> {
  const waiting = new AbortController()
  const isOver = pause(Math.max(0, ms), 'no time' as const, { signal: waiting.signal })
  return Promise.race([work, isOver.catch(() => 'no time' as const)]).finally(() => waiting.abort())
}

/** Limits the wait for the vendor's budget. */
export const limitWait = (budget: Budget, longestWaitMs: number): Budget => ({
  block: budget.block,
  take: (identity, limits, lane, options) =>
    budget.take(identity, limits, lane, { ...options, longestWaitMs }),
})

/** Work that times out by itself at the deadline gets this grace, because its error says more. */
const graceMs = 250

/** Answers the caller in time, whatever the connector does. */
export async function whileWaited<T>(work: Promise<T>): Promise<T> {
  const patience = currentPatience()
  if (!patience) return work
  const outcome = await answerInTime(work, patience.leftMs() + graceMs)
  if (outcome === 'no time') throw new VendorError('timeout', 'no answer in time')
  return outcome as T
}
