/** Builds a `Summary` from the workspace's own listings if a market has no loaded data. */
import { meanOf, quantileOf } from './amounts.ts'
import { hundredths } from './comparable.ts'
import type { ShownOwnListing } from './own-figures.ts'
import { mostSteps, stepsOf, stepWidth } from './price-steps.ts'
import type { SummaryGroup, MarketSummary } from './summary.ts'

/** Returns a listing's usual price, else the mean of its next free nights, in hundredths. */
export const toCompRequest = ({ listing, nights }: ShownOwnListing): number | null =>
  hundredths(listing.default_price) ?? meanOf(nights.prices)

type OwnSample = Pick<MarketSummary, 'priced' | 'prices' | 'bedrooms' | 'types' | 'capacities'>

export function ownSummary(own: readonly ShownOwnListing[]): OwnSample {
  const asked = own.flatMap((one) => toCompRequest(one) ?? []).toSorted((a, b) => a - b)
  const width = stepWidth(quantileOf(asked, 0.95) ?? 0)
  const steps = Map.groupBy(asked, (price) => Math.min(Math.floor(price / width), mostSteps - 1))
  const grouped = (keyOf: (one: ShownOwnListing) => string | null): SummaryGroup[] =>
    [...Map.groupBy(own, keyOf)]
      .map(([key, of]) => {
        const prices = of.flatMap((one) => toCompRequest(one) ?? [])
        return { key, count: of.length, priced: prices.length, avg: meanOf(prices) }
      })
      .toSorted((a, b) => b.count - a.count || ((a.key ?? '') < (b.key ?? '') ? -1 : 1))
  const numbered = (value: number | null) => (value === null ? null : String(value))
  return {
    priced: asked.length,
    prices: stepsOf(
      [...steps].map(([step, of]) => ({
        step,
        count: of.length,
        avg: meanOf(of) ?? 0,
        least: of[0] ?? 0,
        most: of.at(-1) ?? 0,
      })),
      width,
    ),
    bedrooms: grouped(({ listing }) => numbered(listing.bedrooms)),
    types: grouped(({ listing }) => listing.property_type),
    capacities: grouped(({ listing }) => numbered(listing.capacity)),
  }
}
