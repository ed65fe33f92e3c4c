import type { SegmentGroup } from './segment-groups.ts'

/** A group of listings; `key` is null if their property is unknown. */
export interface SummaryGroup {
  key: string | null
  count: number
  /** How many of them have a price. */
  priced: number
  avg: number | null
}

/** The summary covers this many nights from the snapshot's day. */
export const soonNights = 30

/** `market_snapshots.summary` stores this about a whole snapshot. Amounts are hundredths of the market's currency. */
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
  /** The thirty nights from the snapshot's day; null without a calendar. */
  nextNights: { nights: number; taken: number; priced: number; priceSum: number } | null
  /** Number of rows left out, by file. */
  leftOut: Record<string, number>
}
