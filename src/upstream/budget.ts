/** Vendors' call limits are kept in the database because all processes share them. */
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
import { serializeByHome } from './serialize-by-home.ts'

/** A turn waits for the vendor's window; for a longer wait it ends, and others get its slot. */
const longestSleepMs = 5 * 60_000 + windowMarginMs
/**
 * Leased calls must be sent within this time, and count that much longer. It is a small part of the shortest
 * window: a full second would halve a limit per second (Cloudbeds: 5 calls a second).
 */
const leaseTime = (windowsMs: readonly number[]) => Math.min(1000, ...windowsMs.map((ms) => ms / 10))
/**
 * As many calls as the limits allow during a lease: more would expire unused, fewer would query the database
 * too often.
 */
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
  /** Reads a monotonic clock, in milliseconds. */
  now(): number
  sleep(ms: number): Promise<void>
}

export function createPgBudget({ db, now, sleep }: PgBudgetOptions): Budget {
  const leases = new Map<string, BudgetLease>()
  /** Concurrent calls share one lease request. */
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
      // Gives up leased calls, also those of accounts with the same address.
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
    // A single call is sent at once; the window's margin covers the short delay.
    useWithinMs: calls > 1 ? Math.ceil(leaseMs) : 0,
  }
}

/** Calls made while a request waits share their limits with the workers. */
export function createInteractiveBudget({ db }: Pick<Services, 'db'>) {
  const sleep = (ms: number) => pause(ms)
  return serializeByHome(createPgBudget({ db, now: () => performance.now(), sleep }), sleep)
}
