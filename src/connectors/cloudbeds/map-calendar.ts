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

/** The rate of the room type itself: of no plan, derived from none, for everybody. */
export function baseRate(rates: VendorRate[]): VendorRate | undefined {
  return byBaseFirst(rates)[0]
}

/** Those with nights, that of the room type itself first. */
export function byBaseFirst(rates: VendorRate[]): VendorRate[] {
  const worth = ({ isDerived, ratePlanID, promoCode }: VendorRate) =>
    (isDerived === true ? 4 : 0) + (promoCode ? 2 : 0) + (ratePlanID ? 1 : 0)
  return rates.filter(({ roomRateDetailed }) => roomRateDetailed).toSorted((a, b) => worth(a) - worth(b))
}

/** Every day of the range; a day the vendor says nothing about is closed. */
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
