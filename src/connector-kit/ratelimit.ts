import type { RateLimit } from './connector.ts'
import { VendorError } from './vendor-error.ts'

/**
 * What a call is for, most urgent first. Every lane but the first leaves part of the vendor's allowance untouched, so
 * that a long import never keeps a booking or a guest's answer waiting for a whole window.
 */
export type Lane = 'guest' | 'bookings' | 'messages' | 'calendar' | 'history'

/** The share of every limit a lane may fill. */
export const laneShares: Record<Lane, number> = {
  guest: 1,
  bookings: 0.95,
  messages: 0.85,
  calendar: 0.75,
  history: 0.65,
}

/** Added to every window: calls sent evenly can arrive bunched, and the vendor counts arrivals. */
export const windowMarginMs = 500

export const longestWaitMs = 60_000

/** The allowance of one upstream identity, `<vendor>:<account>`; shared by everything that calls in its name. */
export interface Budget {
  /**
   * Waits until all limits have room for one more call, and takes it. Blocked for longer than `longestWaitMs`: throws
   * VendorError `rate_limited` with `retryAfterMs`, so that the caller can come back later instead of hanging.
   * `calls`: it counts as so many, one unless told.
   */
  take(identity: string, limits: RateLimit[], lane: Lane, calls?: number): Promise<void>
  /** The vendor said stop: nobody of this identity calls before the time has passed. */
  block(identity: string, forMs: number): Promise<void>
}

/** What a limit counts for: the account, or every account of that vendor behind this server's address. */
export function limitKey(identity: string, limit: RateLimit): string {
  const counted = limit.per === 'account' ? identity : `${identity.split(':', 1)[0]}@address`
  return `${counted}/${limit.windowSeconds}`
}

/** How many calls of a window a lane may use; at least one, or the lane would never move. */
export function laneAllowance(limit: RateLimit, lane: Lane): number {
  return Math.max(1, Math.floor(limit.calls * laneShares[lane]))
}

export interface MemoryBudgetOptions {
  now(): number
  sleep(ms: number): Promise<void>
}

/** The budget of a single process; several processes share one kept in the database. */
export function memoryBudget({ now, sleep }: MemoryBudgetOptions): Budget {
  const taken = new Map<string, number[]>()
  const blockedUntil = new Map<string, number>()

  const refuseLongBlock = (identity: string): void => {
    const forMs = (blockedUntil.get(identity) ?? 0) - now()
    if (forMs <= longestWaitMs) return
    throw new VendorError('rate_limited', `${identity} may not call before ${forMs} ms have passed`, {
      retryAfterMs: forMs,
    })
  }

  const waitFor = (identity: string, limits: RateLimit[], lane: Lane): number => {
    const at = now()
    const waits = limits.map((limit) => {
      const windowMs = limit.windowSeconds * 1000 + windowMarginMs
      const calls = (taken.get(limitKey(identity, limit)) ?? []).filter((time) => time > at - windowMs)
      taken.set(limitKey(identity, limit), calls)
      // Room opens when the call that is `allowance` calls back leaves the window.
      const oldest = calls[calls.length - laneAllowance(limit, lane)]
      return oldest === undefined ? 0 : oldest + windowMs - at
    })
    return Math.max(0, (blockedUntil.get(identity) ?? 0) - at, ...waits)
  }

  const takeOne = async (identity: string, limits: RateLimit[], lane: Lane): Promise<void> => {
    refuseLongBlock(identity)
    for (let wait = waitFor(identity, limits, lane); wait > 0; wait = waitFor(identity, limits, lane)) {
      await sleep(wait)
      refuseLongBlock(identity)
    }
    for (const limit of limits) taken.get(limitKey(identity, limit))?.push(now())
  }

  return {
    async take(identity, limits, lane, calls = 1) {
      for (let left = calls; left > 0; left -= 1) await takeOne(identity, limits, lane)
    },
    async block(identity, forMs) {
      blockedUntil.set(identity, Math.max(blockedUntil.get(identity) ?? 0, now() + forMs))
    },
  }
}
