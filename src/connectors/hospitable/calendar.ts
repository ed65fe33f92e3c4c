import type { CalendarDayRecord } from '../../contract/records.ts'
import { fieldOf, listIn } from '../../connector-kit/answers.ts'
import type { VendorOperations, VendorContext } from '../../connector-kit/connector.ts'
import { addDays } from '../../connector-kit/dates.ts'
import { mapAll, mapping } from '../../connector-kit/paginate.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { readData } from './envelope.ts'
import { toCalendarDay } from './map-calendar.ts'
import { propertiesPath } from './property-ids.ts'
import { VendorDay } from './vendor.ts'

// One call covers at most this many days; the vendor names no limit for reading.
const longestRangeDays = 365

const calendarDays = mapping('calendarDay', VendorDay, toCalendarDay, (row) => String(fieldOf(row, 'date')))

export const calendar: NonNullable<VendorOperations['calendar']> = {
  async range(context, { listing, from, to }) {
    const days: CalendarDayRecord[] = []
    for (let start = from; start <= to;) {
      const lastDay = addDays(start, longestRangeDays - 1)
      const part = await daysOf(context, listing.externalId, start, lastDay < to ? lastDay : to)
      days.push(...part)
      // If the vendor returns fewer days than requested, the next call starts after them.
      start = addDays(part.at(-1)?.date ?? to, 1)
    }
    return days
  },
}

async function daysOf(
  { http }: VendorContext,
  id: string,
  start_date: string,
  end_date: string,
): Promise<CalendarDayRecord[]> {
  const path = `${propertiesPath}/${encodeURIComponent(id)}/calendar`
  const rows = listIn(readData(await http.get(path, { query: { start_date, end_date } })), 'days')
  // A missing night would read as free: no new calendar is better than one with a gap.
  const days = mapAll(rows, calendarDays)
    .filter(({ date }) => date >= start_date && date <= end_date)
    .toSorted((a, b) => a.date.localeCompare(b.date))
  const hole = days.find(({ date }, index) => date !== addDays(start_date, index))
  if (hole !== undefined || days.length === 0) {
    throw new VendorError('malformed', `a calendar with a hole before ${hole?.date ?? end_date}`)
  }
  return days
}
