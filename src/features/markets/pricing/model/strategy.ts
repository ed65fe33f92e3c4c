/** A host's pricing settings, with the defaults of absent ones. */
import { weekdayNames, type compPositions, type pricingModes } from '../../../../contract/pricing-strategy.ts'

type StrategyWeekday = (typeof weekdayNames)[number]

/** Amounts are decimal text in the listing's currency. */
export interface ListingStrategy {
  mode: (typeof pricingModes)[number]
  minPrice: string | null
  maxPrice: string | null
  maxDailyChangePct: number
  weekendMarkupPct: number | null
  dayOfWeekMultipliers: Partial<Record<StrategyWeekday, number>>
  targetOccupancyPct: number | null
  targetMonthlyRevenue: string | null
  ownerMinMonthlyPayout: string | null
  compPositionTarget: (typeof compPositions)[number]
  compAdjustPct: number
  eventBoostEnabled: boolean
  eventBoostMaxPct: number
}

export const defaultStrategy: ListingStrategy = {
  mode: 'recommend',
  minPrice: null,
  maxPrice: null,
  maxDailyChangePct: 15,
  weekendMarkupPct: null,
  dayOfWeekMultipliers: {},
  targetOccupancyPct: null,
  targetMonthlyRevenue: null,
  ownerMinMonthlyPayout: null,
  compPositionTarget: 'match',
  compAdjustPct: 0,
  eventBoostEnabled: true,
  eventBoostMaxPct: 30,
}

export const weekdayOf = (date: string): StrategyWeekday =>
  weekdayNames[Temporal.PlainDate.from(date).dayOfWeek - 1] as StrategyWeekday
