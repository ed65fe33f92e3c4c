/** What a market says of a night and of a listing. Pure; whoever knows a market hands it over, and without one everything goes on. */
import type { CompNight } from './model/open-night.ts'

export interface MarketNight {
  /** In the middle of comparable homes that are open, in the currency of the listing; null: too few have a price. */
  compPrice: number | null
  /** What stands behind it; null as that is. */
  comps: CompNight | null
  /** How strongly events draw guests, 0 to 1. */
  event: number
  eventTitle: string | null
}

export interface PricingSignal {
  nights: ReadonlyMap<string, MarketNight>
  comps: { count: number; avgPrice: number | null; minPrice: number | null; maxPrice: number | null } | null
  qualityTier: string | null
  segment: string | null
  /** Whose data it is, and of which day. */
  attribution: string | null
  /** What is not known of the market, in words. */
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

/** In the middle of the nights that have one; null: none has. */
export function usualCompPrice({ nights }: PricingSignal): number | null {
  const prices = [...nights.values()].flatMap(({ compPrice }) => compPrice ?? []).toSorted((a, b) => a - b)
  return prices[Math.floor(prices.length / 2)] ?? null
}

const monthAt = (date: string) => Number(date.slice(5, 7)) - 1
const weekdayAt = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay()

/**
 * What the market asks for a night against its usual night, as a logarithm. Nights it says nothing of, and those that are over, are taken
 * to be like others of their month and day of the week: else its season would count once more on top of the season that was learnt
 * from them. 0 where that is not known either.
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
