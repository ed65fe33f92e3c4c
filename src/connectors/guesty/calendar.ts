import type { CalendarDayRecord } from '../../contract/records.ts'
import { fieldOf } from '../../connector-kit/answers.ts'
import type { VendorOperations } from '../../connector-kit/connector.ts'
import { civilDate, daysFrom, stretches } from '../../connector-kit/dates.ts'
import { decimalString } from '../../connector-kit/money.ts'
import { mapAll, mapping } from '../../connector-kit/paginate.ts'
import { wholeNumber } from '../../connector-kit/readings.ts'
import { EssentialMissing } from '../../connector-kit/tolerance/essentials.ts'
import { readRows } from './envelope.ts'
import { VendorDay } from './vendor.ts'

// Longest range asked for at once; the vendor names no limit for reading.
const longestRangeDays = 400

export const calendar: NonNullable<VendorOperations['calendar']> = {
  async range({ http }, { listing: { externalId, unitCount }, from, to }) {
    const path = `/v1/availability-pricing/api/calendar/listings/${encodeURIComponent(externalId)}`
    const read = mapping(
      'calendarDay',
      VendorDay,
      (row) => toCalendarDay(row, unitCount),
      (row) => String(fieldOf(row, 'date')),
    )
    const known = new Map<string, CalendarDayRecord>()
    for (const { from: startDate, to: endDate } of stretches(from, to, longestRangeDays)) {
      const query = { startDate, endDate, includeAllotment: true }
      const { rows } = readRows(await http.get(path, { query }), 'days')
      // A night left out would read as free: better no new calendar than one with a hole.
      for (const day of mapAll(rows, read)) known.set(day.date, day)
    }
    return daysFrom(from, to).map((date) => known.get(date) ?? closedNight(date))
  },
}

/** Of several units `allotment` counts those left; `status` says nothing. */
export function toCalendarDay(row: VendorDay, unitCount: number): CalendarDayRecord {
  const date = civilDate(row.date)
  if (date === null) throw new EssentialMissing('a calendar day without date')
  const left = unitCount === 1 ? homeLeft(row) : Math.min(wholeNumber(row.allotment) ?? 0, unitCount)
  return {
    date,
    available: left > 0,
    price: decimalString(row.price),
    minNights: wholeNumber(row.minNights),
    closedToArrival: row.cta ?? null,
    closedToDeparture: row.ctd ?? null,
    availableUnits: left,
  }
}

/** Anything but a clear yes closes the night; a multi-unit with one sub-unit may be called available when it is not. */
function homeLeft({ status, allotment }: VendorDay): 0 | 1 {
  const isLeft = allotment === null || allotment === undefined || (wholeNumber(allotment) ?? 0) > 0
  return status === 'available' && isLeft ? 1 : 0
}

/** A night the vendor does not tell of is not for sale. */
export function closedNight(date: string): CalendarDayRecord {
  return { date, available: false, availableUnits: 0 }
}
