/** Teaches the product's model with the first year, and asks it for prices of the second. */
import { customaryAt } from '../../src/features/markets/pricing/model/customary.ts'
import {
  learnOwnDemand,
  learnSharedDemand,
  type ListingPast,
  type PastNight,
} from '../../src/features/markets/pricing/model/learn.ts'
import { noWish } from '../../src/features/markets/pricing/model/months.ts'
import { priceNight, type ModelledNightPrice } from '../../src/features/markets/pricing/model/price-night.ts'
import { defaultStrategy } from '../../src/features/markets/pricing/model/strategy.ts'
import type { ToldMarket } from './told-market.ts'
import type { Home, Night, Sold, Town } from './town.ts'

const middle = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 1

export interface Told {
  home: Home
  sold: readonly Sold[]
}

/** Decides what the model learns of each night of the first year. */
export type Damage = (night: PastNight, home: Home, index: number) => PastNight | null

export function teach(
  town: Town,
  told: readonly Told[],
  market: ToldMarket,
  { damage = (night: PastNight) => night, usualOff = 1 }: { damage?: Damage; usualOff?: number } = {},
) {
  const pasts = told.map(({ home, sold }) => {
    const usual = usualOff * middle(sold.map(({ price }) => price))
    const nights = sold.flatMap(({ price, at, shown }, i) => {
      const night = town.nights[i] as Night
      const past: PastNight = {
        ...{
          date: night.date,
          market: market.term(night),
          event: market.event(night),
          relative: price / usual,
          isAsked: true,
        },
        ...{ sold: at === null ? 0 : 1, units: 1, soldAt: at, ahead: -1 },
        ...(shown && { shown: shown.map((one) => ({ from: one.from, relative: one.price / usual })) }),
      }
      return damage(past, home, i) ?? []
    })
    const past: ListingPast = { nights, lengths: nights.filter((night) => night.sold > 0).map(() => 1) }
    return { home, usual, past }
  })
  const together = learnSharedDemand(pasts.map(({ past }) => past))
  const listings = new Map(
    pasts.map(({ home, usual, past }) => {
      const demand = learnOwnDemand(together, past)
      return [home.id, { usual, decimals: 2, demand, strategy: defaultStrategy, usualFit: 1 }] as const
    }),
  )
  return (home: Home, night: Night, lead: number): ModelledNightPrice => {
    const listing = listings.get(home.id)
    if (!listing) throw new Error(`home ${home.id} was not taught`)
    return priceNight(
      listing,
      {
        ...{ date: night.date, market: market.term(night), event: market.event(night), eventTitle: null },
        customary: customaryAt(listing.demand.custom, night.date),
        ...{
          ahead: lead,
          unitsLeft: 1,
          before: 30,
          after: 30,
          minNights: 1,
          currentPrice: null,
          compPrice: market.compPrice(home, night),
          comps: null,
        },
      },
      noWish,
    )
  }
}
