/** When a refusal of the stored access is believed, and when the access is tried again. Pure. */
import { isClockFault } from '../connector-kit/clock-fault.ts'
import { VendorError } from '../connector-kit/vendor-error.ts'

/** An account whose vendor refused the stored access and has accepted nothing since. */
export interface RefusedAccess {
  kind: 'credentials' | 'reauth'
  /** The first refusal. */
  refusedAt: Date
  /** The refusal that was believed; null: the account is in doubt. */
  confirmedAt: Date | null
  retryAt: Date
  /** Tries in vain since it was believed. */
  retries: number
  /** How far our clock was ahead of the vendor's (negative: behind) at the last refusal; null: not enough to matter. */
  clockAheadMs: number | null
}

const minute = 60_000
/** Vendors that renew keys or recover from a fault refuse what is right for a minute or so. */
const doubtForMs = 2 * minute
const longestDoubtMs = 5 * minute
const firstPauseMs = 5 * minute
const longestPauseMs = 60 * minute

const isRefusal = (error: unknown): error is VendorError =>
  error instanceof VendorError && (error.kind === 'credentials' || error.kind === 'reauth')

/** A refusal, or what looked like one while our clock differs from the vendor's. */
export const isAccessRefusal = (error: unknown): error is VendorError =>
  isRefusal(error) || (error instanceof VendorError && isClockFault(error))

export interface AccessRefusal {
  kind: RefusedAccess['kind']
  at: Date
  clockAheadMs: number | null
  /** Between 0 and 1; spreads the tries. */
  random: number
}

const later = (at: Date, ms: number) => new Date(at.getTime() + Math.round(ms))

/** One refusal is doubted; a second one at least two minutes later is believed. None is while the clocks differ. */
export function afterRefusal(
  known: RefusedAccess | null,
  { kind, at, clockAheadMs, random }: AccessRefusal,
): RefusedAccess {
  const first: RefusedAccess = {
    kind,
    refusedAt: at,
    confirmedAt: null,
    retryAt: later(at, doubtForMs + random * (longestDoubtMs - doubtForMs)),
    retries: 0,
    clockAheadMs,
  }
  if (known === null) return first
  if (clockAheadMs !== null) return { ...first, refusedAt: known.refusedAt }
  // What was refused by a clock that was wrong, or is dated ahead by one, says nothing.
  if (known.clockAheadMs !== null || known.refusedAt > at) return first
  const isLater = at.getTime() - known.refusedAt.getTime() >= doubtForMs
  return isLater && known.confirmedAt === null ? { ...known, kind, confirmedAt: at } : known
}

/** From five minutes to an hour, each pause up to a fifth shorter than it could be. */
export function pauseAfter(retries: number, random: number): number {
  const full = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(retries, 10))
  return Math.round(full * (1 - random / 5))
}

/** The believed access was tried in vain, or was just believed. */
export function afterFailedTry(
  known: RefusedAccess,
  { at, atLeastMs, random }: { at: Date; atLeastMs: number; random: number },
): RefusedAccess {
  const pauseMs = Math.max(atLeastMs, pauseAfter(known.retries, random))
  return { ...known, retryAt: later(at, pauseMs), retries: known.retries + 1 }
}
