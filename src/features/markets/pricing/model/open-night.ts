/** Input of a price: a night on sale, its listing, and the month's goals. */
import type { ListingDemand } from './learn.ts'
import type { ListingStrategy } from './strategy.ts'
import type { NightTerms } from './terms.ts'

export interface OpenNight extends NightTerms {
  /** Days from today to the night. */
  ahead: number
  unitsLeft: number
  /** Consecutive free nights before and after it. */
  before: number
  after: number
  minNights: number
  currentPrice: number | null
  /** The median price of comparable homes; null if unknown. */
  compPrice: number | null
  comps: CompNight | null
  eventTitle: string | null
}

/** Comparable homes that are open on this night and have a price. */
export interface CompNight {
  lower: number | null
  upper: number | null
  priced: number
  /** Share of taken among comparables whose night is known. */
  shareTaken: number | null
}

export interface PricedListing {
  usual: number
  decimals: number
  demand: ListingDemand
  strategy: ListingStrategy
  /** How well an average past night fits guests' stays; nights in gaps are worse by comparison. */
  usualFit: number
}

/** Goals for the nights of a month together. */
export interface MonthWish {
  /** Factor from 0.8 to 1 that lowers the month's prices, to sell more of it. */
  tilt: number
  /** The price at which the owner's minimum payout is reached if all nights sell; null without a goal. */
  ownerFloor: number | null
}
