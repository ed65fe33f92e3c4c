import type { CalendarDayRecord } from '../../contract/records.ts'
import { civilDate } from '../../connector-kit/dates.ts'
import { decimalString } from '../../connector-kit/money.ts'
import { presentText, wholeNumber } from '../../connector-kit/readings.ts'
import { EssentialMissing } from '../../connector-kit/tolerance/essentials.ts'
import { flag } from './map.ts'
import type { VendorDay } from './vendor.ts'

export function toCalendarDay(row: VendorDay, unitCount: number): CalendarDayRecord {
  const date = civilDate(row.date)
  if (date === null) throw new EssentialMissing('a calendar day without date')
  // Only a clear yes opens the night.
  const open = flag(row.isAvailable) === true
  const left = unitCount > 1 ? unitsLeft(row, unitCount) : 1
  const availableUnits = open ? left : 0
  return {
    date,
    available: availableUnits > 0,
    price: decimalString(row.price),
    minNights: wholeNumber(row.minimumStay),
    maxNights: wholeNumber(row.maximumStay),
    closedToArrival: flag(row.closedOnArrival),
    closedToDeparture: flag(row.closedOnDeparture),
    availableUnits,
    note: presentText(row.note),
  }
}

function unitsLeft(row: VendorDay, unitCount: number): number {
  const count = wholeNumber(row.availableUnitsToSell) ?? wholeNumber(row.countAvailableUnits)
  return Math.min(count ?? 1, unitCount)
}
