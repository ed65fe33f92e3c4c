/** Selects the nights of a feed, as far as Vrbo accepts them. Pure. */
import { channelNightOf, type WishedNight } from '../../../../records/selling/public.ts'
import type { StoredNight } from '../../../../records/calendar/public.ts'
import { currencies, mostDays } from './facts.ts'

export interface FeedPricing {
  markupPercent: string | null
  currency: string | null
  /** Offline, inactive or taken out: not sold at Vrbo. */
  isHidden: boolean
}

/** Starts at the first of the month: a range that moved daily would change every document daily. `today` is the property's. */
export function feedWindow(today: string): { first: string; last: string } {
  const first = Temporal.PlainDate.from(today).with({ day: 1 })
  return { first: String(first), last: String(first.add({ days: mostDays - 1 })) }
}

export const isPriceable = ({ currency }: Pick<FeedPricing, 'currency'>): boolean =>
  currency !== null && currencies.has(currency)

/** Vrbo prices a stay by the feed, so a night without a price in an accepted currency is closed. */
export function feedNights(nights: readonly StoredNight[], pricing: FeedPricing): WishedNight[] {
  const { markupPercent, currency, isHidden } = pricing
  return nights.map((stored) => {
    const night = channelNightOf(stored, { markupPercent, currency, isUnlisted: isHidden })
    const isPriced = isPriceable(pricing) && night.price !== null && Number(night.price) > 0
    return isPriced ? night : { ...night, available: false, units: 0, price: null }
  })
}

/** Runs of nights that share a value. */
export function runsOf<V>(
  nights: readonly WishedNight[],
  valueOf: (night: WishedNight) => V | null,
): { first: string; last: string; value: V }[] {
  const runs: { first: string; last: string; value: V }[] = []
  let before: V | null = null
  for (const night of nights) {
    const value = valueOf(night)
    const last = runs.at(-1)
    if (value !== null && value === before && last) last.last = night.date
    else if (value !== null) runs.push({ first: night.date, last: night.date, value })
    before = value
  }
  return runs
}
