/** What a market says about a listing's nights. The caller provides it; without one the model still works. */
import type { CompNight } from './model/open-night.ts'

export interface MarketNight {
  /** The median price of open comparable homes in the listing's currency; null if too few have one. */
  compPrice: number | null
  /** The comparables behind `compPrice`; null if that is. */
  comps: CompNight | null
  /** How strongly events attract guests, 0 to 1. */
  event: number
  eventTitle: string | null
}

export interface PricingSignal {
  nights: ReadonlyMap<string, MarketNight>
  comps: { count: number; avgPrice: number | null; minPrice: number | null; maxPrice: number | null } | null
  qualityTier: string | null
  segment: string | null
  /** The source and day of the data. */
  attribution: string | null
  /** Words about what is not known of the market. */
  gaps: readonly string[]
}

export const noSignal: PricingSignal = {
  nights: new Map(),
  comps: null,
  qualityTier: null,
  segment: null,
  attribution: null,
  gaps: [],
}

const nothing: MarketNight = { compPrice: null, comps: null, event: 0, eventTitle: null }
export const toPricingSignal = (signal: PricingSignal, date: string): MarketNight =>
  signal.nights.get(date) ?? nothing

/** Returns the median over the nights that have one; null if none has. */
export function usualCompPrice({ nights }: PricingSignal): number | null {
  const prices = [...nights.values()].flatMap(({ compPrice }) => compPrice ?? []).toSorted((a, b) => a - b)
  return prices[Math.floor(prices.length / 2)] ?? null
}

const monthAt = (date: string) => Number(date.slice(5, 7)) - 1
const weekdayAt = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay()

/**
 * Returns the logarithm of the market's price against its usual one. Unknown and past nights get the mean of their
 * month and weekday, or the season would count twice. 0 if that is unknown too.
 */
export function marketTerms(signal: PricingSignal): (date: string) => number {
  const usual = usualCompPrice(signal)
  if (usual === null) return () => 0
  const known = new Map(
    [...signal.nights].flatMap(([date, { compPrice }]) =>
      compPrice === null || compPrice <= 0
        ? []
        : [[date, Math.max(-1, Math.min(1, Math.log(compPrice / usual)))] as const],
    ),
  )
  const months = means([...known].map(([date, term]) => [monthAt(date), term]))
  const weekdays = means(
    [...known].map(([date, term]) => [weekdayAt(date), term - (months.get(monthAt(date)) ?? 0)]),
  )
  return (date) => {
    const month = months.get(monthAt(date))
    return known.get(date) ?? (month === undefined ? 0 : month + (weekdays.get(weekdayAt(date)) ?? 0))
  }
}

function means(values: readonly (readonly [key: number, value: number])[]): Map<number, number> {
  const byKey = Map.groupBy(values, ([key]) => key)
  return new Map(
    [...byKey].map(([key, of]) => [key, of.reduce((sum, [, value]) => sum + value, 0) / of.length]),
  )
}
