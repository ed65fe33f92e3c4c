/** The vendors' call limits, kept in the database because all processes call in the same name. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Queryable } from '../platform/tenant.ts'
import type { Services } from '../services.ts'
import type { RateLimit } from '../connector-kit/manifest.ts'
import {
  blockKeys,
  laneAllowance,
  limitKey,
  heldBack,
  windowMarginMs,
  type Budget,
  type CallLane,
} from '../connector-kit/ratelimit.ts'
import { blockedForMs, blockUpstream, takeUpstreamCalls, type BudgetRequest } from './budget-queries.ts'
import { serializeByHome } from './turns-of-homes.ts'

/** Waiting for the vendor's own window is part of a turn; for longer the turn ends, and others get its place. */
const longestSleepMs = 5 * 60_000 + windowMarginMs
/**
 * Calls taken ahead must be sent within this time; they count that much longer. A second more for a window of a second
 * would halve what the vendor allows (Cloudbeds: 5 calls a second), so it is a small part of the shortest window.
 */
const leaseTime = (windowsMs: readonly number[]) => Math.min(1000, ...windowsMs.map((ms) => ms / 10))
/** What the limits let through while a lease lasts: more would be lost unused, fewer would ask the database too often. */
const callsPerLease = (allowances: readonly number[], windowsMs: readonly number[], leaseMs: number) =>
  Math.min(
    50,
    ...allowances.map((allowed, i) =>
      Math.max(1, Math.floor((allowed * leaseMs) / (windowsMs[i] ?? leaseMs))),
    ),
  )

interface BudgetLease {
  calls: number
  until: number
}

export interface PgBudgetOptions {
  db: Queryable
  /** Milliseconds of a clock that is not set back. */
  now(): number
  sleep(ms: number): Promise<void>
}

export function createPgBudget({ db, now, sleep }: PgBudgetOptions): Budget {
  const leases = new Map<string, BudgetLease>()
  /** Calls side by side wait for one lease instead of each fetching their own. */
  const fetching = new Map<string, Promise<number>>()

  const useLease = (key: string): boolean => {
    const lease = leases.get(key)
    if (!lease || lease.calls < 1 || lease.until <= now()) return false
    lease.calls -= 1
    return true
  }

  const fetchLease = async (key: string, request: BudgetRequest): Promise<number> => {
    const wait = await takeUpstreamCalls(db, request)
    if (wait <= 0) leases.set(key, { calls: request.calls, until: now() + leaseTime(request.windowsMs) })
    return wait
  }

  const refusal = async ({ identity, keys }: BudgetRequest, waitMs: number) => {
    const isQueued = (await blockedForMs(db, [...keys, identity])) <= 0
    return heldBack(identity, waitMs, { isQueued })
  }

  return {
    async take(identity, limits, lane, { calls = 1, waitedMs = 0, longestWaitMs = longestSleepMs } = {}) {
      if (limits.length === 0) return
      const began = now()
      for (let left = calls; left > 0; left -= 1) {
        for (;;) {
          const request = requestFor(identity, limits, lane, waitedMs + now() - began)
          const key = `${identity} ${request.allowances.join()}`
          if (useLease(key)) break
          const under = fetching.get(key) ?? fetchLease(key, request).finally(() => fetching.delete(key))
          fetching.set(key, under)
          const wait = await under
          if (wait > longestWaitMs) throw await refusal(request, wait)
          if (wait > 0) await sleep(wait)
        }
      }
    },
    async block(identity, limits, forMs) {
      // What was taken ahead is given up, by accounts that share the address too.
      const keys = blockKeys(identity, limits)
      const held = keys.includes(identity) ? `${identity} ` : `${identity.split(':', 1)[0]}:`
      for (const key of leases.keys()) if (key.startsWith(held)) leases.delete(key)
      await blockUpstream(db, keys, forMs)
    },
  }
}

function requestFor(
  identity: string,
  limits: readonly RateLimit[],
  lane: CallLane,
  waitedMs: number,
): BudgetRequest {
  const allowances = limits.map((limit) => laneAllowance(limit, lane, waitedMs))
  const windowsMs = limits.map((limit) => limit.windowSeconds * 1000 + windowMarginMs)
  const leaseMs = leaseTime(windowsMs)
  const calls = callsPerLease(allowances, windowsMs, leaseMs)
  return {
    identity,
    keys: limits.map((limit) => limitKey(identity, limit)),
    allowances,
    windowsMs,
    calls,
    // A single call is sent at once; what little passes until then is in the window's margin.
    useWithinMs: calls > 1 ? Math.ceil(leaseMs) : 0,
  }
}

/** For calls made while a request waits; it shares the limits with the workers. */
export function createInteractiveBudget({ db }: Pick<Services, 'db'>) {
  const sleep = (ms: number) => pause(ms)
  return serializeByHome(createPgBudget({ db, now: () => performance.now(), sleep }), sleep)
}
