import type { CalendarDayRecord } from '../../contract/records.ts'
import { demand } from '../../connector-kit/answers.ts'
import type { CalendarWrites } from '../../connector-kit/calendar-write-operations.ts'
import type { VendorOperations } from '../../connector-kit/connector.ts'
import { addDays, civilDate, daysFrom, inStretches } from '../../connector-kit/dates.ts'
import { isAbsent, plainFlag } from '../../connector-kit/tolerance/plain-values.ts'
import { day, VendorCalendar, type VendorDay } from './vendor.ts'

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

/** Returns every night from `from` to `to`. Nights that the vendor leaves out are not for sale. */
export function toCalendarDays(days: VendorDay[], from: string, to: string): CalendarDayRecord[] {
  const byDate = new Map(days.map((row) => [civilDate(row.date), row]))
  return daysFrom(from, to).map((date) => toDay(date, byDate.get(date)))
}

function toDay(date: string, row: VendorDay | undefined): CalendarDayRecord {
  const { disallowed, ...rules } = day.read(row)
  const isAllowed = isAbsent(disallowed) || plainFlag(disallowed) === false
  // Only this one word means for sale; a missing or unknown one does not.
  const available = row?.status === 'available' && isAllowed
  return { date, available, availableUnits: available ? 1 : 0, ...rules }
}

/** Spot rates price single nights. Only bookings and blocks can change availability. */
export const calendarWrites: CalendarWrites = {
  fields: { available: false, price: true, minNights: false, maxNights: false },
  // The vendor documents no maximum of nights per call; the engine limits a change's length.
  batch: { changes: 20, listings: 'many' },

  async write({ http }, changes) {
    const rates = changes.flatMap(({ listingExternalId, from, to, price, currency }) => {
      if (price === undefined) return []
      const rate = { property_id: Number(listingExternalId), amount: Number(price), currency }
      return daysFrom(from, to).map((date) => ({ ...rate, date }))
    })
    if (rates.length > 0) await http.patch('/v2/spotrates', { body: rates })
    return { refused: [] }
  },
}
