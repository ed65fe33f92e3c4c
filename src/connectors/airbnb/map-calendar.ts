import type { CalendarDayRecord } from '../../contract/records.ts'
import { civilDate } from '../../connector-kit/dates.ts'
import { decimalString } from '../../connector-kit/money.ts'
import { presentText, wholeNumber } from '../../connector-kit/readings.ts'
import { EssentialMissing } from '../../connector-kit/tolerance/essentials.ts'
import type { VendorDay } from './vendor.ts'

export function toCalendarDay(row: VendorDay, unitCount: number): CalendarDayRecord {
  const date = civilDate(row.date)
  if (date === null) throw new EssentialMissing('a calendar day without date')
  // Anything but a clear yes closes the night.
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
