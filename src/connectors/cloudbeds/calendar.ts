import type { VendorOperations } from '../../connector-kit/connector.ts'
import { inStretches } from '../../connector-kit/dates.ts'
import { baseRate, toCalendarDays } from './map-calendar.ts'
import { longestRangeDays, readRates } from './rates.ts'

export const calendar: NonNullable<VendorOperations['calendar']> = {
  /** One answer has availability, price and restrictions. */
  range: (context, { listing: { externalId, unitCount }, from, to }) =>
    inStretches({ from, to }, longestRangeDays, async (range) => {
      const rates = await readRates(context, externalId, range.from, range.to)
      return toCalendarDays(baseRate(rates), { ...range, unitCount })
    }),
}
