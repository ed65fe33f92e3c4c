import type { CalendarDayRecord } from '../../contract/records.ts'
import { civilDate } from '../../connector-kit/dates.ts'
import { decimalString } from '../../connector-kit/money.ts'
import { wholeNumber } from '../../connector-kit/readings.ts'
import type { VendorDay } from './vendor.ts'

/** Of several units `allotment` counts those left; `status` says nothing. */
export function toCalendarDay(row: VendorDay, unitCount: number): CalendarDayRecord {
  const date = civilDate(row.date)
  if (date === null) throw new Error('a calendar day without date')
  const left = unitCount === 1 ? homeLeft(row) : Math.min(wholeNumber(row.allotment) ?? 0, unitCount)
  return {
    date,
    available: left > 0,
    price: decimalString(row.price),
    minNights: wholeNumber(row.minNights),
    closedToArrival: row.cta ?? null,
    closedToDeparture: row.ctd ?? null,
    availableUnits: left,
  }
}

/** Anything but a clear yes closes the night; a multi-unit with one sub-unit may be called available when it is not. */
function homeLeft({ status, allotment }: VendorDay): 0 | 1 {
  const isLeft = allotment === null || allotment === undefined || (wholeNumber(allotment) ?? 0) > 0
  return status === 'available' && isLeft ? 1 : 0
}

/** A night the vendor does not tell of is not for sale. */
export function closedNight(date: string): CalendarDayRecord {
  return { date, available: false, availableUnits: 0 }
}
