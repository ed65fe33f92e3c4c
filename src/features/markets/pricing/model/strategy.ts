/** How a host wants prices to be made: what is stored, and what holds where nothing is. Pure. */
import { weekdayNames, type compPositions, type pricingModes } from '../../../../contract/pricing-strategy.ts'

type Weekday = (typeof weekdayNames)[number]

/** Amounts in the currency of the listing, as decimal text. */
export interface Strategy {
  mode: (typeof pricingModes)[number]
  minPrice: string | null
  maxPrice: string | null
  maxDailyChangePct: number
  weekendMarkupPct: number | null
  dayOfWeekMultipliers: Partial<Record<Weekday, number>>
  targetOccupancyPct: number | null
  targetMonthlyRevenue: string | null
  ownerMinMonthlyPayout: string | null
  compPositionTarget: (typeof compPositions)[number]
  compAdjustPct: number
  eventBoostEnabled: boolean
  eventBoostMaxPct: number
}

export const defaultStrategy: Strategy = {
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

export const weekdayOf = (date: string): Weekday =>
  weekdayNames[Temporal.PlainDate.from(date).dayOfWeek - 1] as Weekday
