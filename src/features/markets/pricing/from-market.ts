/** Turns a market's data into input of the price model. */
import type { MarketEventRow } from '../queries.ts'
import type { CompSignal as Market } from '../signal.ts'
import type { MarketNight, PricingSignal } from './market-signal.ts'
import { plusDays } from './learnable-past.ts'

export function drawFromMarket(market: Market, currency: string | null): PricingSignal {
  const { compSummary: comps } = market
  // Amounts in another currency say nothing about the listing's price.
  const isSame = currency !== null && market.currency === currency
  const nights = new Map<string, MarketNight>()
  const drawing = drawn(market.events)
  for (const { date, lowerQuartile, median, upperQuartile, priced, shareTaken } of market.nights)
    nights.set(date, {
      compPrice: isSame ? amount(median) : null,
      comps:
        isSame && median !== null
          ? { lower: amount(lowerQuartile), upper: amount(upperQuartile), priced, shareTaken }
          : null,
      ...(drawing.get(date) ?? quiet),
    })
  for (const [date, event] of drawing)
    if (!nights.has(date)) nights.set(date, { compPrice: null, comps: null, ...event })
  return {
    nights,
    comps:
      isSame && comps.count > 0
        ? {
            count: comps.count,
            avgPrice: amount(comps.avgPrice),
            minPrice: amount(comps.minPrice),
            maxPrice: amount(comps.maxPrice),
          }
        : null,
    qualityTier: market.qualityTier,
    segment: market.segment,
    attribution: market.attribution && `${market.attribution}, as of ${market.snapshotDate}`,
    gaps: market.warnings,
  }
}

const amount = (decimal: string | null) => (decimal === null ? null : Number(decimal))

type MarketDraw = Pick<MarketNight, 'event' | 'eventTitle'>
const quiet: MarketDraw = { event: 0, eventTitle: null }
const longestEvent = 60

/** Returns the strongest event of each day. */
function drawn(events: readonly MarketEventRow[]): Map<string, MarketDraw> {
  const days = new Map<string, MarketDraw>()
  for (const one of events) {
    const event = strengthOf(one)
    let date = one.start_date
    for (let n = 0; n < longestEvent && date <= one.end_date; n += 1, date = plusDays(date, 1))
      if (event > (days.get(date)?.event ?? 0)) days.set(date, { event, eventTitle: one.title })
  }
  return days
}

/**
 * Uses the rank from 0 to 100, else visitors: 0 for a hundred, 1 for a hundred thousand. Otherwise it is a small event.
 */
export function strengthOf({ rank, attendance }: Pick<MarketEventRow, 'rank' | 'attendance'>): number {
  const within = (share: number) => Math.max(0, Math.min(1, share))
  if (rank !== null) return within(rank / 100)
  if (attendance !== null) return within(Math.log10(Math.max(1, attendance) / 100) / 3)
  return 0.3
}
