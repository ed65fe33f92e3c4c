import type { CalendarDayRecord } from '../../contract/records.ts'
import { daysFrom } from '../../connector-kit/dates.ts'
import { decimalString } from '../../connector-kit/money.ts'
import { wholeNumber } from '../../connector-kit/readings.ts'
import { limit } from './map.ts'
import type { VendorNight, VendorRate } from './vendor.ts'

export interface CalendarRange {
  from: string
  to: string
  unitCount: number
}

/** Finds the room type's own rate: without a plan, not derived, and open to everybody. */
export function baseRate(rates: VendorRate[]): VendorRate | undefined {
  return byBaseFirst(rates)[0]
}

/** Returns the rates that have nights, the room type's own first. */
export function byBaseFirst(rates: VendorRate[]): VendorRate[] {
  const worth = ({ isDerived, ratePlanID, promoCode }: VendorRate) =>
    (isDerived === true ? 4 : 0) + (promoCode ? 2 : 0) + (ratePlanID ? 1 : 0)
  return rates.filter(({ roomRateDetailed }) => roomRateDetailed).toSorted((a, b) => worth(a) - worth(b))
}

/** Returns every day of the range; a day missing in the answer is closed. */
export function toCalendarDays(rate: VendorRate | undefined, range: CalendarRange): CalendarDayRecord[] {
  const nights = new Map((rate?.roomRateDetailed ?? []).map((night) => [night.date.slice(0, 10), night]))
  return daysFrom(range.from, range.to).map((date) => toDay(date, nights.get(date), range.unitCount))
}

function toDay(date: string, night: VendorNight | undefined, unitCount: number): CalendarDayRecord {
  if (night === undefined) return { date, available: false, availableUnits: 0 }
  const left = Math.min(unitCount, wholeNumber(night.roomsAvailable) ?? 0)
  return {
    date,
    available: left > 0 && night.blocked !== true,
    price: decimalString(night.rate ?? night.rateBase ?? night.totalRate),
    minNights: limit(night.minLos),
    maxNights: limit(night.maxLos),
    closedToArrival: night.closedToArrival ?? null,
    closedToDeparture: night.closedToDeparture ?? null,
    availableUnits: night.blocked === true ? 0 : left,
  }
}
