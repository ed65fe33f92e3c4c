import type { RateLimit } from './manifest.ts'
import type { RequestPatience } from '../platform/request-patience.ts'
import { VendorError } from './vendor-error.ts'

/**
 * What a call is for, most urgent first. Every lane but the first leaves part of the vendor's allowance untouched, so
 * that a long import never keeps a booking or a guest's answer waiting for a whole window.
 */
export type CallLane = 'guest' | 'bookings' | 'messages' | 'calendar' | 'history'

/** The share of every limit a lane may fill. */
const laneShares: Record<CallLane, number> = {
  guest: 1,
  bookings: 0.95,
  messages: 0.85,
  calendar: 0.75,
  history: 0.65,
}

/** Added to every window: calls sent evenly can arrive bunched, and the vendor counts arrivals. */
export const windowMarginMs = 500

export const longestWaitMs = 60_000

interface TakeOptions {
  /** It counts as so many calls; one unless told. */
  calls?: number
  /** For how long it was held back before, by calls that were refused. */
  waitedMs?: number
  /** Refused instead of waiting for longer. */
  longestWaitMs?: number
  /** Of whoever waits for the call. */
  patience?: RequestPatience | undefined
}

/** The allowance of one upstream identity, `<vendor>:<account>`; shared by everything that calls in its name. */
export interface Budget {
  /**
   * Waits until all limits have room for one more call, and takes it. Blocked for longer than `longestWaitMs`: throws
   * VendorError `rate_limited` with `retryAfterMs`, so that the caller can come back later instead of hanging.
   */
  take(identity: string, limits: RateLimit[], lane: CallLane, options?: TakeOptions): Promise<void>
  /**
   * The vendor said stop: nobody it may have meant calls before the time has passed. That is this identity, and where
   * calls are counted by address, every account behind it.
   */
  block(identity: string, limits: readonly RateLimit[], forMs: number): Promise<void>
}

/** What a limit counts for: the account, or every account of that vendor behind this server's address. */
export function limitKey(identity: string, limit: RateLimit): string {
  const counted = limit.per === 'account' ? identity : `${identity.split(':', 1)[0]}@address`
  return `${counted}/${limit.windowSeconds}`
}

/** Under which names a refusal is kept: a vendor that counts by address does not say whose calls were too many. */
export function blockKeys(identity: string, limits: readonly RateLimit[]): string[] {
  const byAddress = limits.filter(({ per }) => per === 'address')
  return byAddress.length > 0 ? byAddress.map((limit) => limitKey(identity, limit)) : [identity]
}

/** Come back later instead of waiting, when it is long. */
function refuseLongWait(identity: string, waitMs: number, longestMs = longestWaitMs): void {
  if (waitMs > longestMs) throw heldBack(identity, waitMs)
}

/** Come back later. `isQueued`: because of other calls of this server, and not by the vendor's word. */
export function heldBack(identity: string, waitMs: number, { isQueued = false } = {}): VendorError {
  const seconds = Math.ceil(waitMs / 1000)
  return new VendorError('rate_limited', `${identity} may not call for another ${seconds} s`, {
    retryAfterMs: waitMs,
    ...(isQueued ? { isQueued } : {}),
  })
}

const lanes = Object.keys(laneShares) as CallLane[]

/**
 * The lane of a call that waits already. Within one window every call that stood before it has left: if there is still no
 * room, later ones were let in first, by this account or by another behind the same address. So it goes up a lane with
 * every window it waits, though never to what is kept for guests.
 */
export function raisedLane(lane: CallLane, waitedMs: number, { windowSeconds }: RateLimit): CallLane {
  const windows = Math.floor(waitedMs / (windowSeconds * 1000 + windowMarginMs))
  const place = lanes.indexOf(lane)
  return lanes[Math.max(Math.min(place, lanes.indexOf('bookings')), place - windows)] ?? lane
}

/** The vendor was not even asked: its limit leaves no room for now. */
export const isHeldBack = (error: unknown): error is VendorError =>
  error instanceof VendorError && error.kind === 'rate_limited' && error.status === undefined

/** A booking takes about so many calls: a narrow limit keeps them for whoever waits, and the rest is the workers'. */
const keptForGuests = 3

/** How many calls of a window a lane may use; at least one, or the lane would never move. */
export function laneAllowance(limit: RateLimit, lane: CallLane, waitedMs = 0): number {
  const raised = raisedLane(lane, waitedMs, limit)
  const { calls } = limit
  if (raised === 'guest') return calls
  const workers = calls - Math.min(keptForGuests, Math.floor(calls / 5))
  // Whoever was raised finds room that the lanes below leave.
  const most = raised === 'bookings' ? workers : workers - 1
  return Math.max(1, Math.min(Math.floor(calls * laneShares[raised]), most))
}

export interface MemoryBudgetOptions {
  now(): number
  sleep(ms: number): Promise<void>
}

/** The budget of a single process; several processes share one kept in the database. */
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
      // Room opens when the call that is `allowance` calls back leaves the window.
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
