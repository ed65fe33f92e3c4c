/** Shows a loaded market's figures in lists and on its own page. */
import { percentOf, shownAmount } from './amounts.ts'
import { minSample } from './comp-set.ts'
import type { MarketFigures } from './list-queries.ts'
import { soonNights, type MarketSummary } from './summary.ts'

/** Returns null if the sample is too small. */
export const fromSample = (amount: number | null, count: number): number | null =>
  count < minSample ? null : amount

type SoonFigures = MarketSummary['nextNights']
const isThin = (soon: SoonFigures) => soon === null || soon.nights < minSample * soonNights

/** Mean price of open nights in the thirty days after the snapshot, in hundredths. */
export const soonRate = (soon: SoonFigures): number | null =>
  soon === null || isThin(soon) || soon.priced < minSample ? null : Math.round(soon.priceSum / soon.priced)

export const soonOccupancy = (soon: SoonFigures): number | null =>
  soon === null || isThin(soon) ? null : percentOf(soon.taken, soon.nights)

/** Uses nights of a calendar if there are any, else the listings' own prices; in hundredths. */
export const marketRate = ({
  nextNights,
  avgPrice,
  priced,
}: Pick<MarketSummary, 'nextNights' | 'avgPrice' | 'priced'>): number | null =>
  soonRate(nextNights) ?? fromSample(avgPrice, priced)

export const toBrowsedMarket = ({ name, country, listings, currency, summary }: MarketFigures) => ({
  city: name,
  country,
  listings,
  avgAdr: shownAmount(fromSample(summary.avgPrice, summary.priced)),
  currency,
  subscribed: true,
})
