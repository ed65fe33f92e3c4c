import type { RateLimit } from './manifest.ts'
import type { RequestPatience } from '../platform/request-patience.ts'
import { VendorError } from './vendor-error.ts'

/**
 * Lanes say what a call is for, most urgent first. Every lane but the first leaves part of the allowance
 * untouched, so long imports never delay bookings for a whole window.
 */
export type CallLane = 'guest' | 'bookings' | 'messages' | 'calendar' | 'history'

/** A lane may fill this share of every limit. */
const laneShares: Record<CallLane, number> = {
  guest: 1,
  bookings: 0.95,
  messages: 0.85,
  calendar: 0.75,
  history: 0.65,
}

/**
 * The margin is added to every window: calls sent evenly can arrive bunched, and the vendor counts arrivals.
 */
export const windowMarginMs = 500

export const longestWaitMs = 60_000

interface TakeOptions {
  /** The request counts as so many calls; the default is one. */
  calls?: number
  /** Refused calls have held the request back for this long already. */
  waitedMs?: number
  /** A longer wait is refused. */
  longestWaitMs?: number
  /** This is the patience of the caller that waits. */
  patience?: RequestPatience | undefined
}

/**
 * A budget is the allowance of one upstream identity, `<vendor>:<account>`; all callers under that name share
 * it.
 */
export interface Budget {
  /**
   * Waits until all limits have room for one more call, and takes it. Throws VendorError `rate_limited` with
   * `retryAfterMs` if that takes longer than `longestWaitMs`, so the caller can come back.
   */
  take(identity: string, limits: RateLimit[], lane: CallLane, options?: TakeOptions): Promise<void>
  /**
   * Stops calls until the time has passed, because the vendor demanded it. Where the vendor counts by
   * address, this stops every account behind it.
   */
  block(identity: string, limits: readonly RateLimit[], forMs: number): Promise<void>
}

/** A limit counts for the account, or for every account of that vendor behind this server's address. */
export function limitKey(identity: string, limit: RateLimit): string {
  const counted = limit.per === 'account' ? identity : `${identity.split(':', 1)[0]}@address`
  return `${counted}/${limit.windowSeconds}`
}

/** A vendor that counts by address does not say whose calls were too many, so all share a key. */
export function blockKeys(identity: string, limits: readonly RateLimit[]): string[] {
  const byAddress = limits.filter(({ per }) => per === 'address')
  return byAddress.length > 0 ? byAddress.map((limit) => limitKey(identity, limit)) : [identity]
}

/** A long wait is refused, so that the caller comes back later. */
function refuseLongWait(identity: string, waitMs: number, longestMs = longestWaitMs): void {
  if (waitMs > longestMs) throw heldBack(identity, waitMs)
}

/**
 * Tells the caller to come back later. `isQueued` means that other calls of this server are the reason, not
 * the vendor.
 */
export function heldBack(identity: string, waitMs: number, { isQueued = false } = {}): VendorError {
  const seconds = Math.ceil(waitMs / 1000)
  return new VendorError('rate_limited', `${identity} may not call for another ${seconds} s`, {
    retryAfterMs: waitMs,
    ...(isQueued ? { isQueued } : {}),
  })
}

const lanes = Object.keys(laneShares) as CallLane[]

/**
 * Within one window every earlier call has left; without room then, later calls were let in first. So a
 * waiting call rises one lane per window, but never into the guests' share.
 */
export function raisedLane(lane: CallLane, waitedMs: number, { windowSeconds }: RateLimit): CallLane {
  const windows = Math.floor(waitedMs / (windowSeconds * 1000 + windowMarginMs))
  const place = lanes.indexOf(lane)
  return lanes[Math.max(Math.min(place, lanes.indexOf('bookings')), place - windows)] ?? lane
}

/** The call was never sent, since its limit leaves no room for now. */
export const isHeldBack = (error: unknown): error is VendorError =>
  error instanceof VendorError && error.kind === 'rate_limited' && error.status === undefined

/** A booking takes about this many calls, so a narrow limit keeps them for waiting callers. */
const keptForGuests = 3

/** Returns how many calls of a window a lane may use; at least one, or the lane would never move. */
export function laneAllowance(limit: RateLimit, lane: CallLane, waitedMs = 0): number {
  const raised = raisedLane(lane, waitedMs, limit)
  const { calls } = limit
  if (raised === 'guest') return calls
  const workers = calls - Math.min(keptForGuests, Math.floor(calls / 5))
  // A raised call finds room that the lanes below leave.
  const most = raised === 'bookings' ? workers : workers - 1
  return Math.max(1, Math.min(Math.floor(calls * laneShares[raised]), most))
}

export interface MemoryBudgetOptions {
  now(): number
  sleep(ms: number): Promise<void>
}

/** Limits a single process; several processes share a budget kept in the database. */
export function memoryBudget({ now, sleep }: MemoryBudgetOptions): Budget {
  const taken = new Map<string, number[]>()
  const blockedUntil = new Map<string, number>()

  const blockedForMs = (identity: string, limits: readonly RateLimit[]): number => {
    const keys = [identity, ...limits.map((limit) => limitKey(identity, limit))]
    return Math.max(...keys.map((key) => (blockedUntil.get(key) ?? 0) - now()))
  }

  const waitFor = (identity: string, limits: RateLimit[], lane: CallLane, waitedMs: number): number => {
    const at = now()
    const waits = limits.map((limit) => {
      const windowMs = limit.windowSeconds * 1000 + windowMarginMs
      const calls = (taken.get(limitKey(identity, limit)) ?? []).filter((time) => time > at - windowMs)
      taken.set(limitKey(identity, limit), calls)
      // Room opens when the call `allowance` places from the end leaves the window.
      const oldest = calls[calls.length - laneAllowance(limit, lane, waitedMs)]
      return oldest === undefined ? 0 : oldest + windowMs - at
    })
    return Math.max(0, blockedForMs(identity, limits), ...waits)
  }

  const takeOne = async (
    identity: string,
    limits: RateLimit[],
    lane: CallLane,
    { waitedMs = 0, longestWaitMs: longest }: TakeOptions,
  ): Promise<void> => {
    const began = now()
    for (;;) {
      refuseLongWait(identity, blockedForMs(identity, limits))
      const wait = waitFor(identity, limits, lane, waitedMs + now() - began)
      if (wait <= 0) break
      if (longest !== undefined) refuseLongWait(identity, wait, longest)
      await sleep(wait)
    }
    for (const limit of limits) taken.get(limitKey(identity, limit))?.push(now())
  }

  return {
    async take(identity, limits, lane, { calls = 1, ...options } = {}) {
      for (let left = calls; left > 0; left -= 1) await takeOne(identity, limits, lane, options)
    },
    async block(identity, limits, forMs) {
      for (const key of blockKeys(identity, limits)) {
        blockedUntil.set(key, Math.max(blockedUntil.get(key) ?? 0, now() + forMs))
      }
    },
  }
}
