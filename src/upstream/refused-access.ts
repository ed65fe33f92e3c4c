/** Decides when a refusal of access is believed and when access is retried. Pure. */
import { isClockFault } from '../connector-kit/clock-fault.ts'
import { VendorError } from '../connector-kit/vendor-error.ts'

/** The vendor refused the account's access and has accepted nothing since. */
export interface RefusedAccess {
  kind: 'credentials' | 'reauth'
  refusedAt: Date
  /** The refusal counts as certain from this time; null while in doubt. */
  confirmedAt: Date | null
  retryAt: Date
  /** This many retries failed since the refusal was believed. */
  retries: number
  /**
   * Our clock was this far ahead of the vendor's at the last refusal (negative: behind); null if irrelevant.
   */
  clockAheadMs: number | null
}

const minute = 60_000
/** Vendors that rotate keys or recover refuse valid access for a minute or so. */
const doubtForMs = 2 * minute
const longestDoubtMs = 5 * minute
const firstPauseMs = 5 * minute
const longestPauseMs = 60 * minute

const isRefusal = (error: unknown): error is VendorError =>
  error instanceof VendorError && (error.kind === 'credentials' || error.kind === 'reauth')

/** A clock difference may also cause a refusal, so both kinds count. */
export const isAccessRefusal = (error: unknown): error is VendorError =>
  isRefusal(error) || (error instanceof VendorError && isClockFault(error))

export interface AccessRefusal {
  kind: RefusedAccess['kind']
  at: Date
  clockAheadMs: number | null
  /** This is a number between 0 and 1 and spreads the retries. */
  random: number
}

const later = (at: Date, ms: number) => new Date(at.getTime() + Math.round(ms))

/** A single refusal is doubted; a second one at least two minutes later is believed, unless clocks differ. */
export function afterRefusal(
  earlier: RefusedAccess | null,
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
  if (earlier === null) return first
  if (clockAheadMs !== null) return { ...first, refusedAt: earlier.refusedAt }
  // A refusal under a wrong clock, or one dated in the future, proves nothing.
  if (earlier.clockAheadMs !== null || earlier.refusedAt > at) return first
  const isLater = at.getTime() - earlier.refusedAt.getTime() >= doubtForMs
  return isLater && earlier.confirmedAt === null ? { ...earlier, kind, confirmedAt: at } : earlier
}

/** Pauses grow from five minutes to an hour; each is shortened by up to a fifth. */
export function pauseAfter(retries: number, random: number): number {
  const full = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(retries, 10))
  return Math.round(full * (1 - random / 5))
}

/** Computes the pause after a refusal was believed or a retry failed. */
export function afterFailedTry(
  earlier: RefusedAccess,
  { at, atLeastMs, random }: { at: Date; atLeastMs: number; random: number },
): RefusedAccess {
  const pauseMs = Math.max(atLeastMs, pauseAfter(earlier.retries, random))
  return { ...earlier, retryAt: later(at, pauseMs), retries: earlier.retries + 1 }
}
