import type { CalendarDayRecord } from '../../contract/records.ts'
import type { Operations } from '../../connector-kit/connector.ts'
import { addDays } from '../../connector-kit/dates.ts'
import { baseRate, toCalendarDays } from './map-calendar.ts'
import { longestRangeDays, readRates } from './rates.ts'

export const calendar: NonNullable<Operations['calendar']> = {
  /** Availability, price and restrictions come in one answer. */
  async range(context, { listing, from, to }) {
    const days: CalendarDayRecord[] = []
    for (let start = from; start <= to; start = addDays(start, longestRangeDays)) {
      const last = addDays(start, longestRangeDays - 1)
      const end = last < to ? last : to
      const rates = await readRates(context, listing.externalId, start, end)
      days.push(...toCalendarDays(baseRate(rates), { from: start, to: end, unitCount: listing.unitCount }))
    }
    return days
  },
}
