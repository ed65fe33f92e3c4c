import type { CalendarDayRecord } from '../../contract/records.ts'
import { civilDate, daysFrom } from '../../connector-kit/dates.ts'
import { wholeNumber } from '../../connector-kit/readings.ts'
import { isAbsent, plainFlag } from '../../connector-kit/tolerance/plain-values.ts'
import { readSide } from '../../connector-kit/tolerance/unread-fields.ts'
import { money } from './map.ts'
import type { VendorPeriod, VendorRates } from './vendor.ts'

export interface RoomCalendar {
  from: string
  to: string
  unitCount: number
  periods: VendorPeriod[]
  /** Null means that nobody has entered rates. */
  rates: VendorRates | null
}

/** Makes a record for every day of the range. A night missing in the answer is closed. */
export function toCalendarDays({ from, to, unitCount, periods, rates }: RoomCalendar): CalendarDayRecord[] {
  const free = freeUnits(periods, from, to)
  const prices = pricesByDate(rates)
  return daysFrom(from, to).map((date) => {
    const availableUnits = Math.min(free.get(date) ?? 0, unitCount)
    return { date, available: availableUnits > 0, availableUnits, ...pricesOf(prices.get(date) ?? []) }
  })
}

/** A period includes both ends. If two periods differ, the smaller number counts. */
function freeUnits(periods: VendorPeriod[], from: string, to: string): Map<string, number> {
  const free = new Map<string, number>()
  for (const period of periods) {
    const start = civilDate(period.period_start)
    const end = civilDate(period.period_end)
    if (start === null || end === null) throw new Error('an availability period without dates')
    const isOpen = isAbsent(period.is_available) || plainFlag(period.is_available) === true
    const units = isOpen ? (wholeNumber(period.available) ?? 0) : 0
    for (const date of daysFrom(start > from ? start : from, end < to ? end : to)) {
      free.set(date, Math.min(units, free.get(date) ?? units))
    }
  }
  return free
}

type VendorTier = NonNullable<
  NonNullable<NonNullable<VendorRates['calendar_items']>[number]['prices']>
>[number]

function pricesByDate(rates: VendorRates | null): Map<string, VendorTier[]> {
  const items = (rates?.calendar_items ?? []).flatMap(({ date, prices }) => {
    // The item without a date holds the prices of nights that have none of their own.
    const day = readSide('date', date, () => civilDate(date))
    return day === null ? [] : [[day, prices ?? []] as const]
  })
  return new Map(items)
}

/** A night's prices are for stays of different lengths; that of the shortest stay is shown. */
function pricesOf(tiers: VendorTier[]): Pick<CalendarDayRecord, 'price' | 'minNights' | 'maxNights'> {
  const byLength = tiers.toSorted((a, b) => (wholeNumber(a.min_stay) ?? 0) - (wholeNumber(b.min_stay) ?? 0))
  const [shortest] = byLength
  if (shortest === undefined) return { price: null, minNights: null, maxNights: null }
  const longest = tiers.map(({ max_stay }) => wholeNumber(max_stay))
  const isLimited = longest.every((nights) => nights !== null && nights > 0)
  return {
    price: readSide('price_per_day', shortest.price_per_day, () => money(shortest.price_per_day)),
    minNights: wholeNumber(shortest.min_stay) || null,
    maxNights: isLimited ? Math.max(...longest.map(Number)) : null,
  }
}
