/** What a market says of a night and of a listing. Pure; whoever knows a market hands it over, and without one everything goes on. */

export interface MarketNight {
  /** In the middle of comparable homes that are open, in the currency of the listing; null: too few have a price. */
  compPrice: number | null
  /** How strongly events draw guests, 0 to 1. */
  event: number
  eventTitle: string | null
}

export interface MarketSignal {
  nights: ReadonlyMap<string, MarketNight>
  comps: { count: number; avgPrice: number | null; minPrice: number | null; maxPrice: number | null } | null
  qualityTier: string | null
  segment: string | null
}

export const noSignal: MarketSignal = { nights: new Map(), comps: null, qualityTier: null, segment: null }

const nothing: MarketNight = { compPrice: null, event: 0, eventTitle: null }
export const signalOf = (signal: MarketSignal, date: string): MarketNight =>
  signal.nights.get(date) ?? nothing

/** In the middle of the nights that have one; null: none has. */
export function usualCompPrice({ nights }: MarketSignal): number | null {
  const prices = [...nights.values()].flatMap(({ compPrice }) => compPrice ?? []).toSorted((a, b) => a - b)
  return prices[Math.floor(prices.length / 2)] ?? null
}

/** What the market asks for a night against its usual night, as a logarithm; 0 where that is not known. */
export function marketTerm({ compPrice }: MarketNight, usual: number | null): number {
  if (compPrice === null || usual === null || compPrice <= 0) return 0
  return Math.max(-1, Math.min(1, Math.log(compPrice / usual)))
}
