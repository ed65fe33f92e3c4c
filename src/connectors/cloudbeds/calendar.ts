import type { CalendarDayRecord } from '../../contract/records.ts'
import type { Operations } from '../../connector-kit/connector.ts'
import { addDays } from '../../connector-kit/dates.ts'
import { compileCheck } from '../../connector-kit/validate.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { getRows } from './envelope.ts'
import { baseRate, toCalendarDays } from './map-calendar.ts'
import { VendorRate } from './vendor.ts'

const rateCheck = compileCheck(VendorRate)
// Longest range asked for at once; the vendor names no limit.
const longestRangeDays = 180

export const calendar: NonNullable<Operations['calendar']> = {
  /** Availability, price and restrictions come in one answer. */
  async range({ http }, { listing, from, to }) {
    const days: CalendarDayRecord[] = []
    for (let start = from; start <= to; start = addDays(start, longestRangeDays)) {
      const last = addDays(start, longestRangeDays - 1)
      const end = last < to ? last : to
      const rows = await getRows(http, 'getRatePlans', {
        roomTypeID: listing.externalId,
        startDate: start,
        // The day of leaving.
        endDate: addDays(end, 1),
        detailedRates: true,
        includePromoCode: false,
        includeSharedRooms: true,
      })
      const rates = rows
        .map(demand)
        .filter(({ roomTypeID }) => String(roomTypeID ?? listing.externalId) === listing.externalId)
      days.push(...toCalendarDays(baseRate(rates), { from: start, to: end, unitCount: listing.unitCount }))
    }
    return days
  },
}

// What cannot be read could be a closed night: better no new calendar than one that is too open.
function demand(row: unknown): VendorRate {
  if (rateCheck.fits(row)) return row
  throw new VendorError('malformed', `rates: unexpected shape at ${rateCheck.problem(row)}`)
}
