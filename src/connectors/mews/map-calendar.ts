import type { CalendarDayRecord } from '../../contract/records.ts'
import { decimalString } from '../../connector-kit/money.ts'
import { currencyCode } from '../../connector-kit/readings.ts'
import type { Hotel } from './account.ts'
import { localTime } from './map.ts'
import { limitsOf, shownLimits } from './restrictions.ts'
import type { RateOffer, RestrictionRule } from './restrictions.ts'
import type { VendorMoney, VendorPricing, VendorRate } from './vendor.ts'

export interface NightPrice {
  amount: string | null
  currency: string | null
}

/** Keys the vendor's positional values by night. */
export function byNight<T>(starts: string[], values: T[], timeZone: string): Map<string, T> {
  if (values.length !== starts.length) {
    throw new Error(`${values.length} values for ${starts.length} nights`)
  }
  return new Map(starts.map((utc, index) => [nightOf(utc, timeZone), values[index] as T]))
}

/** A night starts at the hotel's midnight; any other time would put its price on another day. */
function nightOf(utc: string, timeZone: string): string {
  const date = localTime(utc, timeZone).toPlainDate()
  const midnight = date.toZonedDateTime(timeZone).toInstant()
  if (!midnight.equals(Temporal.Instant.from(utc))) throw new Error(`${utc} is no midnight of the hotel`)
  return date.toString()
}

export function pricesByNight(
  { TimeUnitStartsUtc, CategoryPrices }: VendorPricing,
  categoryId: string,
  { timeZone, pricing }: Hotel,
): Map<string, NightPrice> {
  const own = CategoryPrices?.find((row) => (row.CategoryId ?? row.ResourceCategoryId) === categoryId)
  if (!own?.AmountPrices) return new Map()
  const prices = own.AmountPrices.map((money) => toPrice(money, pricing))
  return byNight(TimeUnitStartsUtc, prices, timeZone)
}

/** The price includes taxes or not, as the hotel itself quotes. */
function toPrice(money: VendorMoney | null, pricing: Hotel['pricing']): NightPrice {
  const value = pricing === 'Net' ? money?.NetValue : money?.GrossValue
  return { amount: decimalString(value), currency: currencyCode(money?.Currency) }
}

/**
 * Finds the rate sold to everybody: the service's default if it is public, else a base rate. The choice is
 * deterministic, so that prices do not jump between rates from one reading to the next.
 */
export function publicRate(rates: VendorRate[]): VendorRate | null {
  const sold = rates.filter(
    (rate) =>
      rate.IsActive !== false &&
      rate.IsEnabled !== false &&
      rate.IsPublic === true &&
      (rate.Type ?? 'Public') === 'Public',
  )
  const rank = (rate: VendorRate) => (rate.IsDefault === true ? 0 : rate.BaseRateId ? 2 : 1)
  return sold.toSorted((a, b) => rank(a) - rank(b) || (a.Id < b.Id ? -1 : 1))[0] ?? null
}

export interface NightParts {
  date: string
  /** This many rooms are left to sell; it is negative when overbooked. */
  left: number
  unitCount: number
  price: NightPrice | undefined
  rules: RestrictionRule[]
  /** Null means that no rate is sold to everybody, so no restriction of a rate applies. */
  offer: RateOffer | null
}

export function toCalendarDay(parts: NightParts): CalendarDayRecord {
  const { date, left, unitCount, price, rules, offer } = parts
  const amount = price?.amount ?? null
  const night = { date, price: amount === null ? null : Number(amount), currency: price?.currency ?? null }
  const limits = offer === null ? null : limitsOf(rules, offer, night)
  const isClosed = limits?.isClosed ?? false
  const availableUnits = isClosed ? 0 : Math.max(0, Math.min(left, unitCount))
  return {
    date,
    available: availableUnits > 0,
    availableUnits,
    price: amount,
    ...(limits === null ? {} : shownLimits(limits)),
  }
}
