/** Groups prices into round steps. Amounts are hundredths. */
import type { MarketSummary } from './summary.ts'

export const mostSteps = 10

/** The result is 1, 2, 2.5 or 5 times a power of ten. */
export function stepWidth(highest: number): number {
  const wanted = Math.max(100, highest / (mostSteps - 1))
  const ten = 10 ** Math.floor(Math.log10(wanted))
  return Math.round((([1, 2, 2.5, 5, 10] as const).find((one) => one * ten >= wanted) ?? 10) * ten)
}

export interface PriceStep {
  /** Counted from the cheapest; the last step is open. */
  step: number
  count: number
  avg: number
  least: number
  most: number
}

export const stepsOf = (counted: readonly PriceStep[], width: number): MarketSummary['prices'] =>
  counted.map(({ step, ...one }) => ({
    from: step * width,
    to: step === mostSteps - 1 ? null : (step + 1) * width,
    ...one,
  }))
