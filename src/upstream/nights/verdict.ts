/** Judges a night by the vendor's answer and its calendar read back. Pure. */
import type { CalendarDayRecord } from '../../contract/records.ts'
import type { PushedNight } from './plan.ts'
import type { PushMove } from './state.ts'

export type ReadBackAnswer =
  | { kind: 'accepted' }
  | { kind: 'refused'; message: string }
  /** The call was lost, so the vendor may or may not have taken it. */
  | { kind: 'unknown'; message: string }
  | { kind: 'unauthorized'; message: string }
  /** Nothing was sent; the night is tried again after this many milliseconds. */
  | { kind: 'postponed'; waitMs: number; message: string }

export interface PushVerdict {
  move: Exclude<PushMove, 'set' | 'send'>
  /** The next step comes after this many milliseconds; the value means nothing for a settled night. */
  waitMs: number
  accepted: boolean
  code: 'refused' | 'not_shown' | 'unreachable' | 'reauth_required' | null
  message: string | null
}

/** Some vendors show a change late, so the calendar is read back after each of these delays. */
export const lookAgainAfterMs = [2_000, 15_000, 60_000]
const longestBackoffMs = 30 * 60_000

/** Starts at five seconds and doubles with each attempt, up to half an hour. */
export function retryAfterMs(attempts: number, atLeastMs = 0): number {
  return Math.max(atLeastMs, Math.min(longestBackoffMs, 5_000 * 2 ** Math.max(0, attempts - 1)))
}

/**
 * Describes what the vendor shows instead, or returns null if it matches. Fields the vendor does not report
 * are not compared.
 */
export function findDifference(night: PushedNight, day: CalendarDayRecord | undefined): string | null {
  if (day === undefined) return 'no such night is shown'
  const isOpen = day.available && day.availableUnits > 0
  const parts = [
    night.available !== null && night.available !== isOpen
      ? `it is still shown as ${isOpen ? 'available' : 'not available'}`
      : null,
    isOpen && night.available !== false && differs(night.availableUnits, day.availableUnits)
      ? `${day.availableUnits} left are shown`
      : null,
    differs(night.price, day.price) ? `the price ${String(day.price)} is shown` : null,
    ...(day.partyPrices ?? []).map((price) =>
      differs(night.price, price) ? `the price ${price} is shown to smaller parties` : null,
    ),
    differs(night.minNights, day.minNights) ? `a minimum of ${String(day.minNights)} nights is shown` : null,
    differs(night.maxNights, day.maxNights) ? `a maximum of ${String(day.maxNights)} nights is shown` : null,
    isOther(night.closedToArrival, day.closedToArrival)
      ? `arrivals are shown as ${day.closedToArrival === true ? 'closed' : 'open'}`
      : null,
    isOther(night.closedToDeparture, day.closedToDeparture)
      ? `departures are shown as ${day.closedToDeparture === true ? 'closed' : 'open'}`
      : null,
  ]
  return parts.filter((part) => part !== null).join('; ') || null
}

type VendorNights<V> = V | null | undefined

const isOther = (pushed: VendorNights<boolean>, day: VendorNights<boolean>): boolean =>
  pushed !== undefined && pushed !== null && day !== undefined && day !== null && pushed !== day

function differs(pushed: VendorNights<string | number>, day: VendorNights<string | number>): boolean {
  if (pushed === null || pushed === undefined || day === null || day === undefined) return false
  return Number(pushed) !== Number(day)
}

export interface KnownNights {
  answer: ReadBackAnswer
  /** This is null if the night could not be read or the vendor has no calendar. */
  read: { day: CalendarDayRecord | undefined } | null
  canRead: boolean
  attempts: number
  checks: number
}

const settled = (
  move: 'confirm' | 'refuse',
  code: PushVerdict['code'],
  message: string | null,
): PushVerdict => ({
  move,
  waitMs: 0,
  accepted: move === 'confirm',
  code,
  message,
})

export function judgeReadBack(night: PushedNight, reading: KnownNights): PushVerdict {
  const { answer, read, attempts } = reading
  if (answer.kind === 'refused') return settled('refuse', 'refused', answer.message)
  if (answer.kind === 'postponed') {
    return { move: 'postpone', waitMs: answer.waitMs, accepted: false, code: null, message: null }
  }
  const shownInstead = read === null ? null : findDifference(night, read.day)
  if (read !== null && shownInstead === null && !mayBeHeldByGuest(night, reading))
    return settled('confirm', null, null)
  if (answer.kind === 'accepted') return ofAccepted(reading, shownInstead)
  const code = answer.kind === 'unauthorized' ? 'reauth_required' : 'unreachable'
  return { move: 'fail', waitMs: retryAfterMs(attempts), accepted: false, code, message: answer.message }
}

/**
 * Channels show a night as taken while a guest is about to book it. If the call that closed it was lost, it may open
 * again when the guest does not book, so it is sent a second time.
 */
const mayBeHeldByGuest = ({ available }: PushedNight, { answer, attempts }: KnownNights): boolean =>
  available === false && answer.kind === 'unknown' && attempts < 2

function ofAccepted({ read, canRead, checks }: KnownNights, shownInstead: string | null): PushVerdict {
  if (!canRead) return settled('confirm', null, null)
  const waitMs = lookAgainAfterMs[checks]
  if (read !== null && waitMs === undefined) {
    return settled('refuse', 'not_shown', `Taken without complaint, but ${shownInstead}.`)
  }
  return { move: 'wait', waitMs: waitMs ?? 60_000, accepted: true, code: null, message: shownInstead }
}
