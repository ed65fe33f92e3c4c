import { fieldOf, listIn } from '../../connector-kit/answers.ts'
import type { Operations } from '../../connector-kit/connector.ts'
import { inStretches } from '../../connector-kit/dates.ts'
import { mapAll, mapping } from '../../connector-kit/paginate.ts'
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
      // A night left out would read as free: better no new calendar than one with a hole.
      return mapAll(listIn(fieldOf(await http.get(path), 'calendar'), 'days'), days)
    })
  },
}
