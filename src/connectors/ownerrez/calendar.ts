import { demand } from '../../connector-kit/answers.ts'
import type { VendorOperations } from '../../connector-kit/connector.ts'
import { addDays, inStretches } from '../../connector-kit/dates.ts'
import { toCalendarDays } from './map-calendar.ts'
import { VendorCalendar } from './vendor.ts'

// The vendor refuses more than 366 days at once.
const longestRangeDays = 365

export const calendar: NonNullable<VendorOperations['calendar']> = {
  async range({ http }, { listing, from, to }) {
    const path = `/v2/calendar/${encodeURIComponent(listing.externalId)}`
    return inStretches({ from, to }, longestRangeDays, async ({ from: start, to: end }) => {
      // The vendor does not document if the last day is included.
      const answer = await http.get(path, { query: { from: start, to: addDays(end, 1) } })
      return toCalendarDays(demand(VendorCalendar, answer, 'calendar').days, start, end)
    })
  },
}
