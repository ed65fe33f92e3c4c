/** Groups homes by kind and tier with their price sums, so any number of homes gives few groups. */
import { mostBedrooms, segmentOf, tierOf, type QualityTier, type RoomKind } from './segment-rules.ts'

export interface SegmentGroup {
  /** Null if the kind is not known. */
  name: string | null
  bedrooms: number | null
  /** Null without a price. */
  tier: QualityTier | null
  count: number
  /** In hundredths. */
  priceSum: number
}

export interface GroupedListing {
  roomKind: RoomKind | null
  bedrooms: number | null
  capacity: number | null
  price: number | null
}

export function segmentGroups(cuts: readonly number[] | null) {
  const groups = new Map<string, SegmentGroup>()
  return {
    add({ roomKind, bedrooms, capacity, price }: GroupedListing): void {
      const name = segmentOf({ roomKind, bedrooms })
      const tier = tierOf(price, capacity, cuts)
      const key = `${name}|${tier}`
      const group = groups.get(key) ?? {
        ...{ name, tier, count: 0, priceSum: 0 },
        bedrooms: roomKind === 'entire home' && bedrooms !== null ? Math.min(mostBedrooms, bedrooms) : null,
      }
      groups.set(key, { ...group, count: group.count + 1, priceSum: group.priceSum + (price ?? 0) })
    },
    get all(): SegmentGroup[] {
      return [...groups.values()]
    },
  }
}

export const countOf = (groups: readonly SegmentGroup[]) => groups.reduce((sum, { count }) => sum + count, 0)
export const pricedOf = (groups: readonly SegmentGroup[]) => groups.filter(({ tier }) => tier !== null)

/** Returns the mean of homes with a price to a whole hundredth; null if they are fewer than `least`. */
export function averageOf(groups: readonly SegmentGroup[], least: number): number | null {
  const priced = pricedOf(groups)
  const count = countOf(priced)
  return count < least ? null : Math.round(priced.reduce((sum, { priceSum }) => sum + priceSum, 0) / count)
}
