import type { CalendarDayRecord } from '../../contract/records.ts'
import type { Operations } from '../../connector-kit/connector.ts'
import { addDays } from '../../connector-kit/dates.ts'
import { compileCheck } from '../../connector-kit/validate.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { toCalendarDays } from './map-calendar.ts'
import { VendorCalendar } from './vendor.ts'

const check = compileCheck(VendorCalendar)
// The vendor refuses more than 366 days at once.
const longestRangeDays = 365

export const calendar: NonNullable<Operations['calendar']> = {
  async range({ http }, { listing, from, to }) {
    const path = `/v2/calendar/${encodeURIComponent(listing.externalId)}`
    const days: CalendarDayRecord[] = []
    for (let start = from; start <= to; start = addDays(start, longestRangeDays)) {
      const last = addDays(start, longestRangeDays - 1)
      const end = last < to ? last : to
      // Whether the last day is included is not documented.
      const answer = await http.get(path, { query: { from: start, to: addDays(end, 1) } })
      if (!check.fits(answer)) {
        throw new VendorError('malformed', `calendar: unexpected shape at ${check.problem(answer)}`)
      }
      days.push(...toCalendarDays(answer.days, start, end))
    }
    return days
  },
}
