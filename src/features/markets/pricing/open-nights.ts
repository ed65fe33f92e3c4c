/** Lists nights on sale with the gaps between stays that they lie in. */
import { priceOf, unitsLeft, type StoredNight } from '../../../records/calendar/public.ts'
import { marketTerms, toPricingSignal, type PricingSignal } from './market-signal.ts'
import { customaryAt, type CustomaryPrices } from './model/customary.ts'
import type { OpenNight } from './model/open-night.ts'

/** Gaps beyond the longest stay do not matter. */
const farthest = 30

/** `coming` has every night from today on. */
export function openNights(
  coming: readonly StoredNight[],
  signal: PricingSignal,
  custom: CustomaryPrices,
): OpenNight[] {
  const left = coming.map(unitsLeft)
  const marketTerm = marketTerms(signal)
  const freeFrom = (at: number, step: number) => {
    let free = 0
    // Nights beyond the known ones count as free.
    while (free < farthest && (left[at + step * (free + 1)] ?? (step > 0 ? 1 : 0)) > 0) free += 1
    return free
  }
  return coming.flatMap((night, ahead) => {
    const units = left[ahead] ?? 0
    if (units === 0) return []
    const price = priceOf(night)
    const market = toPricingSignal(signal, night.date)
    return {
      date: night.date,
      ahead,
      unitsLeft: units,
      before: freeFrom(ahead, -1),
      after: freeFrom(ahead, 1),
      minNights: Math.max(1, night.min_nights ?? night.listing_min_nights ?? 1),
      currentPrice: price === null ? null : Number(price),
      compPrice: market.compPrice,
      comps: market.comps,
      market: marketTerm(night.date),
      event: market.event,
      customary: customaryAt(custom, night.date),
      eventTitle: market.eventTitle,
    }
  })
}
