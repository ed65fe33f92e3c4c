/** The steps from the usual price to the recommended one, laid out as a waterfall. Pure. */
import type { components } from '../api/schema.ts'

export type PriceRecommendation = components['schemas']['PriceRecommendation']

export interface PriceStep {
  name: string
  reason: string
  amount: number
  /** Where its bar begins and ends, in percent of the widest. */
  left: number
  width: number
  /** The price after it. */
  price: number
}

const whole = 100

/** Amounts are exact decimals; bars may be off by less than a pixel, sums are not shown from them. */
export function priceSteps({ factors }: Pick<PriceRecommendation, 'factors'>): PriceStep[] {
  let price = 0
  const steps = Object.entries(factors).map(([name, { amount, reason }]) => {
    const from = price
    price += Number(amount)
    return { name, reason, amount: Number(amount), from, price }
  })
  const [first] = steps
  // The usual price is far longer than any step, so bars begin near the lowest price that is passed.
  const later = steps.flatMap(({ price: after }) => after)
  const low = Math.min(...later)
  const high = Math.max(...later)
  const margin = Math.max((high - low) * 0.25, high * 0.02, 1)
  const floor = Math.max(0, low - margin)
  const scale = whole / Math.max(high - floor, 1)
  return steps.map(({ name, reason, amount, from, price: after }) => {
    const [least, most] =
      name === first?.name ? [floor, after] : [Math.min(from, after), Math.max(from, after)]
    return {
      name,
      reason,
      amount,
      price: after,
      left: (least - floor) * scale,
      width: (most - least) * scale,
    }
  })
}

/** The sum of differences in whole cents, so that it is exact. */
export function totalChange(nights: readonly PriceRecommendation[]): number {
  const cents = nights.reduce(
    (sum, { currentPrice, recommendedPrice }) =>
      currentPrice === null ? sum : sum + Math.round(recommendedPrice * 100) - Math.round(currentPrice * 100),
    0,
  )
  return cents / 100
}

/** By how much a night would change; null where it has no price yet. */
export const changeShare = ({ currentPrice, recommendedPrice }: PriceRecommendation): number | null =>
  currentPrice === null || currentPrice === 0 ? null : recommendedPrice / currentPrice - 1
