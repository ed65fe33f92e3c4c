/** What a price is made for: a night that can be had, the listing, and what is wanted of the month. */
import type { ListingDemand } from './learn.ts'
import type { ListingStrategy } from './strategy.ts'
import type { NightTerms } from './terms.ts'

export interface OpenNight extends NightTerms {
  /** Days from today to the night. */
  ahead: number
  unitsLeft: number
  /** Free nights in a row ahead of it and behind it. */
  before: number
  after: number
  minNights: number
  currentPrice: number | null
  /** What comparable homes ask for it, in the middle of them; null: nothing is known. */
  compPrice: number | null
  comps: CompNight | null
  eventTitle: string | null
}

/** Comparable homes of a night that are open and have a price. */
export interface CompNight {
  lower: number | null
  upper: number | null
  priced: number
  /** Of those of which the night is known, sold or closed ones too. */
  shareTaken: number | null
}

export interface PricedListing {
  usual: number
  decimals: number
  demand: ListingDemand
  strategy: ListingStrategy
  /** How well nights fit on the average of the listing's past; gaps are worse, by so much. */
  usualFit: number
}

/** What is wanted of the nights of a month together. */
export interface MonthWish {
  /** Prices of the month are that much lower than the best, so that more of it is sold: 0.8 to 1. */
  tilt: number
  /** What a night has to bring for the owner's least payout to be reached when all are sold; null: nothing is asked. */
  ownerFloor: number | null
}
