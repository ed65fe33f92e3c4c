import type { CalendarDayRecord } from '../../contract/records.ts'
import { fieldOf, listIn } from '../../connector-kit/answers.ts'
import type { Operations } from '../../connector-kit/connector.ts'
import { daysFrom, inStretches } from '../../connector-kit/dates.ts'
import { mapping, mapRows } from '../../connector-kit/paginate.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { toCalendarDay } from './map-calendar.ts'
import { VendorDay } from './vendor.ts'

/** As many dates as may be written at once; how many may be read is not known. */
const longestRangeDays = 365

export const calendar: NonNullable<Operations['calendar']> = {
  range({ http }, { listing: { externalId, unitCount }, from, to }) {
    const days = mapping(
      'calendarDay',
      VendorDay,
      (row) => toCalendarDay(row, unitCount),
      (row) => String(fieldOf(row, 'date')),
    )
    return inStretches({ from, to }, longestRangeDays, async (range) => {
      const path = `/v2/calendars/${encodeURIComponent(externalId)}/${range.from}/${range.to}`
      const { records } = mapRows(listIn(fieldOf(await http.get(path), 'calendar'), 'days'), days)
      if (records.length === 0)
        throw new VendorError('malformed', `no night of listing ${externalId} can be read`)
      return nightsOf(range, records)
    })
  },
}

/** Every night: one that is not told, or not readable, is taken, and one that is told twice is free only if it is both times. */
function nightsOf(
  { from, to }: { from: string; to: string },
  days: CalendarDayRecord[],
): CalendarDayRecord[] {
  const byDate = Map.groupBy(days, ({ date }) => date)
  return daysFrom(from, to).map((date) => {
    const [first, ...rest] = byDate.get(date) ?? []
    return rest.find(({ available }) => !available) ?? first ?? { date, available: false, availableUnits: 0 }
  })
}
