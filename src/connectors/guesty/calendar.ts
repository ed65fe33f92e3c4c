import type { CalendarDayRecord } from '../../contract/records.ts'
import { fieldOf } from '../../connector-kit/answers.ts'
import type { Operations } from '../../connector-kit/connector.ts'
import { daysFrom, stretches } from '../../connector-kit/dates.ts'
import { mapAll, mapping } from '../../connector-kit/paginate.ts'
import { readRows } from './envelope.ts'
import { closedNight, toCalendarDay } from './map-calendar.ts'
import { VendorDay } from './vendor.ts'

// Longest range asked for at once; the vendor names no limit for reading.
const longestRangeDays = 400

export const calendar: NonNullable<Operations['calendar']> = {
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
