/** How a host wants prices to be made: what is stored, and what holds where nothing is. Pure. */
import { weekdayNames, type compPositions, type pricingModes } from '../../../../contract/pricing-strategy.ts'

type StrategyWeekday = (typeof weekdayNames)[number]

/** Amounts in the currency of the listing, as decimal text. */
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
