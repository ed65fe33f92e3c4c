import type { CalendarDayRecord } from '../../contract/records.ts'
import { fieldOf, listIn } from '../../connector-kit/answers.ts'
import type { VendorOperations } from '../../connector-kit/connector.ts'
import { daysFrom, inStretches, civilDate } from '../../connector-kit/dates.ts'
import { mapping, mapRows } from '../../connector-kit/paginate.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { VendorDay } from './vendor.ts'
import { decimalString } from '../../connector-kit/money.ts'
import { presentText, wholeNumber } from '../../connector-kit/readings.ts'
import { EssentialMissing } from '../../connector-kit/tolerance/essentials.ts'

/** One call writes at most this many dates; the limit for reading is unknown. */
const longestRangeDays = 365

export const calendar: NonNullable<VendorOperations['calendar']> = {
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

/**
 * Returns every night: a missing or unreadable one is taken, and a repeated one is free only if it is free
 * both times.
 */
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

function toCalendarDay(row: VendorDay, unitCount: number): CalendarDayRecord {
  const date = civilDate(row.date)
  if (date === null) throw new EssentialMissing('a calendar day without date')
  // Only a clear yes opens the night.
  const available = row.availability === 'available'
  const left = wholeNumber(row.available_count) ?? unitCount
  return {
    date,
    available,
    price: decimalString(row.daily_price),
    minNights: wholeNumber(row.min_nights),
    maxNights: wholeNumber(row.max_nights),
    closedToArrival: row.closed_to_arrival ?? null,
    closedToDeparture: row.closed_to_departure ?? null,
    availableUnits: available ? Math.min(left, unitCount) : 0,
    note: presentText(row.notes) ?? (available ? null : presentText(row.busy_subtype)),
  }
}
