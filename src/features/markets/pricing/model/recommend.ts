/** Computes all recommendations of a listing. */
import { monthOf, monthOutlook, noWish, wishFor, type MonthOutlook, type SoldMonth } from './months.ts'
import type { OpenNight, PricedListing } from './open-night.ts'
import { priceNight, type ModelledNightPrice } from './price-night.ts'

export const modelVersion = 'demand-2'

export interface RecommendedNight {
  nights: ModelledNightPrice[]
  outlook: MonthOutlook[]
}

export function recommendPrices(
  listing: PricedListing,
  open: readonly OpenNight[],
  soldBy: ReadonlyMap<string, SoldMonth>,
): RecommendedNight {
  const nights: ModelledNightPrice[] = []
  const outlook: MonthOutlook[] = []
  for (const [month, ofMonth] of Map.groupBy(open, ({ date }) => monthOf(date))) {
    const sold = soldBy.get(month) ?? { nights: 0, revenue: 0 }
    const priced = (wish = noWish) => ofMonth.map((night) => priceNight(listing, night, wish))
    const wish = wishFor(listing.strategy, sold, ofMonth, (tried) =>
      monthOutlook(month, sold, ofMonth, priced(tried)),
    )
    const found = priced(wish)
    nights.push(...found)
    outlook.push(monthOutlook(month, sold, ofMonth, found))
  }
  return { nights, outlook }
}
