import type { CalendarDayRecord } from '../../contract/records.ts'
import { civilDate, daysFrom } from '../../connector-kit/dates.ts'
import { nonZeroDecimal } from '../../connector-kit/money.ts'
import { meaningOf, wholeNumber } from '../../connector-kit/readings.ts'
import { isAbsent } from '../../connector-kit/tolerance/plain-values.ts'
import { readSide } from '../../connector-kit/tolerance/unread-fields.ts'
import type { VendorRange } from './vendor.ts'

/** An override closes these; the words are from the vendor's description. */
const closings: Record<string, { night: boolean; arrival: boolean; departure: boolean }> = {
  none: { night: false, arrival: false, departure: false },
  // This word changes how the night is booked, but keeps it open.
  exception: { night: false, arrival: false, departure: false },
  blackout: { night: true, arrival: true, departure: true },
  noCheckIn: { night: false, arrival: true, departure: false },
  noCheckOut: { night: false, arrival: false, departure: true },
  noCheckInOrCheckOut: { night: false, arrival: true, departure: true },
}
const unknownWord = { night: true, arrival: true, departure: true }

/**
 * Returns every day of `[from, to]`. Days in no range are closed, since a missing night would read as free.
 */
export function toCalendarDays(
  ranges: VendorRange[],
  { from, to, unitCount }: { from: string; to: string; unitCount: number },
): CalendarDayRecord[] {
  const closed = { available: false, availableUnits: 0 }
  const days = new Map<string, CalendarDayRecord>(
    daysFrom(from, to).map((date) => [date, { date, ...closed }]),
  )
  for (const range of ranges) {
    const [first, last] = [civilDate(range.from), civilDate(range.to)]
    if (first === null || last === null) throw new Error('a range without dates')
    for (const date of daysFrom(first > from ? first : from, last < to ? last : to)) {
      days.set(date, toDay(range, date, unitCount))
    }
  }
  return [...days.values()]
}

function toDay(range: VendorRange, date: string, unitCount: number): CalendarDayRecord {
  const { override } = range
  const closing = meaningOf(closings, isAbsent(override) ? 'none' : override) ?? unknownWord
  // Overbooked nights have a negative number left.
  const left = closing.night ? 0 : Math.min(wholeNumber(range.numAvail) ?? 0, unitCount)
  return {
    date,
    available: left > 0,
    price: priceOf(range),
    minNights: wholeNumber(range.minStay),
    maxNights: wholeNumber(range.maxStay),
    closedToArrival: closing.arrival,
    closedToDeparture: closing.departure,
    availableUnits: left,
  }
}

/** The vendor does not document if the price includes the multiplier; no price is better than a wrong one. */
function priceOf({ price1, multiplier }: VendorRange): string | null {
  const isPlain = multiplier === null || multiplier === undefined || Number(multiplier) === 1
  return isPlain ? readSide('price1', price1, () => nonZeroDecimal(price1)) : null
}
