import { fieldOf } from '../../connector-kit/answers.ts'
import type { VendorOperations } from '../../connector-kit/connector.ts'
import { inStretches } from '../../connector-kit/dates.ts'
import { mapAll, mapping } from '../../connector-kit/paginate.ts'
import { readList } from './envelope.ts'
import { toCalendarDay } from './map-calendar.ts'
import { VendorDay } from './vendor.ts'

// One call covers at most this many days; the vendor names no limit.
const longestRangeDays = 400

export const calendar: NonNullable<VendorOperations['calendar']> = {
  async range({ http }, { listing: { externalId, unitCount }, from, to }) {
    const path = `/v1/listings/${encodeURIComponent(externalId)}/calendar`
    const read = mapping(
      'calendarDay',
      VendorDay,
      (row) => toCalendarDay(row, unitCount),
      (row) => String(fieldOf(row, 'date')),
    )
    return inStretches({ from, to }, longestRangeDays, async (range) => {
      const query = { startDate: range.from, endDate: range.to, includeResources: 0 }
      // A missing night would read as free: no new calendar is better than one with a gap.
      return mapAll(readList(await http.get(path, { query })).rows, read)
    })
  },
}
