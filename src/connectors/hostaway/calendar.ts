import type { CalendarDayRecord } from '../../contract/records.ts'
import { fieldOf } from '../../connector-kit/answers.ts'
import type { Operations } from '../../connector-kit/connector.ts'
import { stretches } from '../../connector-kit/dates.ts'
import { mapAll, mapping } from '../../connector-kit/paginate.ts'
import { readList } from './envelope.ts'
import { toCalendarDay } from './map-calendar.ts'
import { VendorDay } from './vendor.ts'

// Longest range asked for at once; the vendor names no limit.
const longestRangeDays = 400

export const calendar: NonNullable<Operations['calendar']> = {
  async range({ http }, { listing: { externalId, unitCount }, from, to }) {
    const path = `/v1/listings/${encodeURIComponent(externalId)}/calendar`
    const read = mapping(
      'calendarDay',
      VendorDay,
      (row) => toCalendarDay(row, unitCount),
      (row) => String(fieldOf(row, 'date')),
    )
    const days: CalendarDayRecord[] = []
    for (const { from: startDate, to: endDate } of stretches(from, to, longestRangeDays)) {
      const query = { startDate, endDate, includeResources: 0 }
      // A night left out would read as free: better no new calendar than one with a hole.
      days.push(...mapAll(readList(await http.get(path, { query })).rows, read))
    }
    return days
  },
}
