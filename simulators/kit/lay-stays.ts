import { addDays, dayStartMs } from './clock.ts'
import { firstFreeStay, type OccupiedSpan } from './free-stay.ts'
import type { SeededRandom } from './random.ts'

const furthestDayAhead = 300
const spreadDays = 800
const usualLengths: readonly number[] = [1, 2, 2, 3, 3, 4, 5, 7, 7, 10, 14]

/** Nights of one lane, which is a home or a unit of it that one party has to itself. */
export interface Slot<Lane, Kind> extends OccupiedSpan {
  lane: Lane
  kind: Kind
}

/**
 * Deals `count` past and future stays out over the lanes; `kindOf` gives each its kind. Stays of a lane follow one
 * another and never share a night.
 */
export function layStays<Lane, Kind>(
  lanes: readonly Lane[],
  rows: { count: number; kindOf(index: number): Kind; lengths?: readonly number[] },
  today: string,
  random: SeededRandom,
): Slot<Lane, Kind>[] {
  const kinds = Array.from({ length: rows.count }, (_, index) => rows.kindOf(index))
  return lanes.flatMap((lane, number) => {
    const own = kinds.filter((_, index) => index % lanes.length === number)
    const nights = own.map(() => random.pick(rows.lengths ?? usualLengths))
    const total = nights.reduce((sum, length) => sum + length, 0)
    const widestGap = Math.max(1, Math.floor((2 * (spreadDays - total)) / Math.max(1, own.length)))
    const gaps = own.map(() => random.int(0, widestGap))
    let day = addDays(today, furthestDayAhead - total - gaps.reduce((sum, gap) => sum + gap, 0))
    return own.map((kind, index) => {
      const arrival = addDays(day, gaps[index] ?? 0)
      day = addDays(arrival, nights[index] ?? 1)
      return { lane, kind, arrival, departure: day }
    })
  })
}

export function byArrival(left: OccupiedSpan, right: OccupiedSpan): number {
  return left.arrival.localeCompare(right.arrival)
}

/** Returns a moment before the arrival, and not after `nowMs`, at which a stay may have been booked. */
export function bookedBefore(arrival: string, nowMs: number, random: SeededRandom): number {
  return Math.min(nowMs, dayStartMs(arrival)) - random.int(3600, 120 * 86_400) * 1000
}

/** Returns free nights to close by hand; both ends are included. */
export function nightsToClose(
  stays: readonly OccupiedSpan[],
  today: string,
  random: SeededRandom,
  { daysAhead = 180, longest = 6 } = {},
): { from: string; to: string } {
  // Closing affects every unit, so all must be free: it is searched as if there were one unit.
  const from = addDays(today, random.int(1, daysAhead))
  const free = firstFreeStay(stays, 1, from, random.int(1, longest))
  return { from: free.arrival, to: addDays(free.departure, -1) }
}
