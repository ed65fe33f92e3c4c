/** Figures of a loaded market, as lists and its own page show them. Pure. */
import { percentOf, shownAmount } from './amounts.ts'
import { minSample } from './comp-set.ts'
import type { MarketFigures } from './list-queries.ts'
import { soonNights, type MarketSummary } from './summary.ts'

/** Null: it is reckoned from too few to say anything. */
export const fromSample = (amount: number | null, count: number): number | null =>
  count < minSample ? null : amount

type SoonFigures = MarketSummary['nextNights']
const isThin = (soon: SoonFigures) => soon === null || soon.nights < minSample * soonNights

/** What open nights of the thirty from the snapshot on ask; hundredths. */
export const soonRate = (soon: SoonFigures): number | null =>
  soon === null || isThin(soon) || soon.priced < minSample ? null : Math.round(soon.priceSum / soon.priced)

export const soonOccupancy = (soon: SoonFigures): number | null =>
  soon === null || isThin(soon) ? null : percentOf(soon.taken, soon.nights)

/** Of nights where a calendar has them, else of the listings themselves; hundredths. */
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
