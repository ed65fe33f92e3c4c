import type { SegmentGroup } from './segment-groups.ts'

/** Listings that have something in common; null: it is not known of them. */
export interface SummaryGroup {
  key: string | null
  count: number
  /** Of these, those that have a price. */
  priced: number
  avg: number | null
}

/** Nights from the day of the snapshot on that are summed up. */
export const soonNights = 30

/** What is kept of a whole snapshot, as `market_snapshots.summary` has it. Amounts are hundredths of the market's currency. */
export interface MarketSummary {
  priced: number
  avgPrice: number | null
  avgRating: number | null
  propertyTypes: number
  tierCuts: number[] | null
  prices: { from: number; to: number | null; count: number; avg: number; least: number; most: number }[]
  bedrooms: SummaryGroup[]
  types: SummaryGroup[]
  capacities: SummaryGroup[]
  kinds: {
    room_type: string | null
    bedrooms: number | null
    count: number
    priced: number
    avg: number | null
  }[]
  segments: SegmentGroup[]
  firstReviews: { month: string; count: number }[]
  /** Null without a file of reviews. */
  reviews: { month: string; count: number }[] | null
  /** The thirty nights from the day of the snapshot; null without a calendar. */
  nextNights: { nights: number; taken: number; priced: number; priceSum: number } | null
  /** Rows that were left out, by file. */
  leftOut: Record<string, number>
}
