import type { CalendarDayRecord } from '../../contract/records.ts'
import type { Operations, VendorContext } from '../../connector-kit/connector.ts'
import { addDays } from '../../connector-kit/dates.ts'
import { mapRows } from '../../connector-kit/paginate.ts'
import { compileCheck, recordChecks } from '../../connector-kit/validate.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { readRows } from './envelope.ts'
import { closedNight, toCalendarDay } from './map-calendar.ts'
import { VendorDay } from './vendor.ts'

const rowCheck = compileCheck(VendorDay)
// Longest range asked for at once; the vendor names no limit for reading.
const longestRangeDays = 400

export const calendar: NonNullable<Operations['calendar']> = {
  async range(context, { listing, from, to }) {
    const days: CalendarDayRecord[] = []
    for (let start = from; start <= to; start = addDays(start, longestRangeDays)) {
      const end = addDays(start, longestRangeDays - 1)
      days.push(...(await daysOf(context, listing, start, end < to ? end : to)))
    }
    return days
  },
}

async function daysOf(
  { http }: VendorContext,
  { externalId, unitCount }: { externalId: string; unitCount: number },
  startDate: string,
  endDate: string,
): Promise<CalendarDayRecord[]> {
  const path = `/v1/availability-pricing/api/calendar/listings/${encodeURIComponent(externalId)}`
  const { rows } = readRows(
    await http.get(path, { query: { startDate, endDate, includeAllotment: true } }),
    'days',
  )
  const { records, failures } = mapRows(rows, {
    row: rowCheck,
    record: recordChecks.calendarDay,
    idOf: (row) => (rowCheck.fits(row) ? row.date : 'unknown'),
    map: (row) => toCalendarDay(row, unitCount),
  })
  const [bad] = failures
  // A night left out would read as free: better no new calendar than one with a hole.
  if (bad !== undefined) throw new VendorError('malformed', `calendar day ${bad.externalId}: ${bad.message}`)
  return everyDay(records, startDate, endDate)
}

function everyDay(records: CalendarDayRecord[], from: string, to: string): CalendarDayRecord[] {
  const byDate = new Map(records.map((record) => [record.date, record]))
  const days: CalendarDayRecord[] = []
  for (let date = from; date <= to; date = addDays(date, 1)) days.push(byDate.get(date) ?? closedNight(date))
  return days
}
