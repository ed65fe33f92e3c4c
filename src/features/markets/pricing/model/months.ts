/** Expectations of a month's nights, and the host's wishes for it. */
import type { MonthWish, OpenNight } from './open-night.ts'
import type { ModelledNightPrice } from './price-night.ts'
import type { ListingStrategy } from './strategy.ts'

/** Nights and revenue of a month that are sold already. */
export interface SoldMonth {
  nights: number
  revenue: number
}

export interface MonthOutlook {
  month: string
  soldNights: number
  openNights: number
  bookedRevenue: number
  expectedRevenue: number
  /** 0 to 1, of the nights that can be sold. */
  expectedOccupancy: number
}

export const monthOf = (date: string) => date.slice(0, 7)
export const noWish: MonthWish = { tilt: 1, ownerFloor: null }
const lowestTilt = 0.8
const searches = 12

export function monthOutlook(
  month: string,
  { nights, revenue }: SoldMonth,
  open: readonly OpenNight[],
  priced: readonly ModelledNightPrice[],
): MonthOutlook {
  const sold = priced.reduce((sum, { expectedSold }) => sum + expectedSold, 0)
  const units = open.reduce((sum, { unitsLeft }) => sum + unitsLeft, 0)
  const earned = priced.reduce((sum, { price, expectedSold }) => sum + Number(price) * expectedSold, 0)
  return {
    month,
    soldNights: nights,
    openNights: open.length,
    bookedRevenue: revenue,
    expectedRevenue: revenue + earned,
    expectedOccupancy: nights + units === 0 ? 0 : (nights + sold) / (nights + units),
  }
}

/**
 * Best prices maximize expected revenue, so a missed revenue goal is only reported. Occupancy can be raised at the cost
 * of revenue, and a payout has a lowest price.
 */
export function wishFor(
  strategy: ListingStrategy,
  sold: SoldMonth,
  open: readonly OpenNight[],
  price: (wish: MonthWish) => MonthOutlook,
): MonthWish {
  const units = open.reduce((sum, { unitsLeft }) => sum + unitsLeft, 0)
  const missing = Number(strategy.ownerMinMonthlyPayout ?? 0) - sold.revenue
  const ownerFloor = missing > 0 && units > 0 ? missing / units : null
  const wanted = (strategy.targetOccupancyPct ?? 0) / 100
  const occupancyAt = (tilt: number) => price({ tilt, ownerFloor }).expectedOccupancy
  if (wanted === 0 || open.length === 0 || occupancyAt(1) >= wanted) return { tilt: 1, ownerFloor }
  let [low, high] = [lowestTilt, 1]
  for (let search = 0; search < searches; search += 1) {
    const middle = (low + high) / 2
    if (occupancyAt(middle) >= wanted) low = middle
    else high = middle
  }
  return { tilt: low, ownerFloor }
}
