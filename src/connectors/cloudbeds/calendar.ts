import type { CalendarDayRecord } from '../../contract/records.ts'
import type { Operations } from '../../connector-kit/connector.ts'
import { stretches } from '../../connector-kit/dates.ts'
import { baseRate, toCalendarDays } from './map-calendar.ts'
import { longestRangeDays, readRates } from './rates.ts'

export const calendar: NonNullable<Operations['calendar']> = {
  /** Availability, price and restrictions come in one answer. */
  async range(context, { listing, from, to }) {
    const days: CalendarDayRecord[] = []
    for (const range of stretches(from, to, longestRangeDays)) {
      const rates = await readRates(context, listing.externalId, range.from, range.to)
      days.push(...toCalendarDays(baseRate(rates), { ...range, unitCount: listing.unitCount }))
    }
    return days
  },
}
