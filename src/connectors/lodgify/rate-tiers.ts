import { addDays } from '../../connector-kit/dates.ts'
import { wholeNumber } from '../../connector-kit/readings.ts'
import type { CalendarChange } from '../../connector-kit/calendar-write-operations.ts'
import { money } from './map.ts'
import type { VendorRates } from './vendor.ts'

/** A tier is a night's price for stays of some length; 0 means no longest stay. */
export interface RateTier {
  min_stay: number
  max_stay: number
  price_per_day: number
  price_per_additional_guest: number
  additional_guests_starts_from: number
}

export type RateRow = RateTier & { is_default: false; start_date: string; end_date: string }

type TierSetting = Pick<CalendarChange, 'price' | 'minNights' | 'maxNights'>

/** Returns each night's prices, ordered by length of stay. */
export function tiersByDay(rates: VendorRates | null): Map<string, RateTier[]> {
  const nights = new Map<string, RateTier[]>()
  for (const { date, prices } of rates?.calendar_items ?? []) {
    // The item without a date holds the prices of nights that have none of their own.
    if (!date) continue
    const tiers = (prices ?? []).flatMap((price) => {
      const amount = money(price.price_per_day)
      if (amount === null) return []
      return {
        min_stay: Math.max(1, wholeNumber(price.min_stay) ?? 1),
        max_stay: wholeNumber(price.max_stay) ?? 0,
        price_per_day: Number(amount),
        price_per_additional_guest: Number(money(price.price_per_additional_guest) ?? 0),
        additional_guests_starts_from: wholeNumber(price.additional_guests_starts_from) ?? 0,
      }
    })
    nights.set(
      date.slice(0, 10),
      tiers.toSorted((a, b) => a.min_stay - b.min_stay),
    )
  }
  return nights
}

/**
 * Computes a night's new prices: price and shortest stay go to the first, the longest stay to the last, and
 * prices outside the new lengths are dropped. Returns null if there is no price to write.
 */
export function changedTiers(
  tiers: readonly RateTier[],
  { price, minNights, maxNights }: TierSetting,
): RateTier[] | null {
  const current = tiers.length > 0 ? tiers : price === undefined ? [] : [blank(Number(price))]
  const least = minNights ?? current[0]?.min_stay ?? 1
  const most = maxNights ?? current.at(-1)?.max_stay ?? 0
  const inside = current.filter(
    (tier) => (tier.max_stay === 0 || tier.max_stay >= least) && (most === 0 || tier.min_stay <= most),
  )
  const remaining = inside.length > 0 ? inside : current.slice(0, 1)
  if (remaining.length === 0 || (most !== 0 && most < least)) return null
  return remaining.map((tier, index) => ({
    ...tier,
    ...(index === 0 ? { min_stay: least } : {}),
    ...(index === 0 && price !== undefined ? { price_per_day: Number(price) } : {}),
    ...(index === remaining.length - 1 ? { max_stay: most } : {}),
  }))
}

/** Joins equal nights into ranges; a range ends on the day after its last night. */
export function toRows(nights: ReadonlyMap<string, RateTier[]>): RateRow[] {
  const groups: { start: string; end: string; tiers: RateTier[]; key: string }[] = []
  for (const [day, tiers] of [...nights].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const key = JSON.stringify(tiers)
    const last = groups.at(-1)
    if (last?.key === key && last.end === day) last.end = addDays(day, 1)
    else groups.push({ start: day, end: addDays(day, 1), tiers, key })
  }
  return groups.flatMap(({ start, end, tiers }) =>
    tiers.map((tier) => ({ is_default: false as const, start_date: start, end_date: end, ...tier })),
  )
}

const blank = (price: number): RateTier => ({
  min_stay: 1,
  max_stay: 0,
  price_per_day: price,
  price_per_additional_guest: 0,
  additional_guests_starts_from: 0,
})
