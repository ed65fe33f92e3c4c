/** These examples of recommended prices are written by hand. */
import { at, entry } from './examples.ts'
import {
  ListingPricing,
  PriceFactor,
  PriceRecommendation,
  PricingBulkBody,
  PricingBulkResult,
  PricingDecided,
  PricingDecisionBody,
  PricingHistoryRow,
} from './pricing.ts'
import {
  DayOfWeekMultipliers,
  PricingStrategy,
  PricingStrategyBody,
  PricingStrategyWritten,
} from './pricing-strategy.ts'

const factors = {
  base: { amount: '118.00', reason: 'The usual price of the listing.' },
  season: { amount: '14.20', reason: 'Time of the year: +24 % requests.' },
  leadTime: {
    amount: '-4.60',
    reason: '81 % of the requests are still to come 40 days before the night.',
  },
  rounding: { amount: '0.40', reason: 'To a price as hosts write it.' },
}

const recommendation: PriceRecommendation = {
  ...{ date: '2026-06-20', currentPrice: 118, recommendedPrice: 128, minPrice: 90, maxPrice: null },
  ...{ currency: 'EUR', confidence: 0.74, bookingProbability: 0.62, expectedRevenue: 79.36, factors },
  ...{ status: 'pending', modelVersion: 'demand-1', generatedAt: at },
}

const strategy: Omit<PricingStrategy, 'id' | 'listingId' | 'customerId' | 'isDefault'> = {
  mode: 'recommend',
  ...{ minPrice: 90, maxPrice: null, maxDailyChangePct: 15, weekendMarkupPct: null },
  ...{ dayOfWeekMultipliers: { friday: 1.1 }, targetOccupancyPct: null, targetMonthlyRevenue: null },
  ownerMinMonthlyPayout: null,
  compPositionTarget: 'match',
  ...{ compAdjustPct: 0, eventBoostEnabled: true, eventBoostMaxPct: 30 },
}

export const pricingExamples = {
  PriceFactor: entry(PriceFactor, factors.base),
  DayOfWeekMultipliers: entry(DayOfWeekMultipliers, { friday: 1.1 }),
  PriceRecommendation: entry(PriceRecommendation, recommendation),
  ListingPricing: entry(ListingPricing, {
    listingId: '12',
    dateRange: { start: '2026-05-14', end: '2026-08-12' },
    recommendations: [recommendation],
    listing: {
      aiBasePrice: 121.5,
      aiBasePriceFactors: {
        ...{ usualPrice: 118, requestsPerNight: 1.12, priceSensitivity: 2.1 },
        ...{ ownNights: 365, soldNights: 214, neighbours: 7 },
      },
      qualityTier: null,
      segment: null,
      currency: 'EUR',
    },
    compSummary: { count: 14, avgPrice: 124.3, minPrice: 71, maxPrice: 210 },
    outlook: [
      {
        ...{ month: '2026-06', soldNights: 12, openNights: 18, bookedRevenue: 1420, expectedRevenue: 2670.5 },
        ...{ expectedOccupancyPct: 76.4, targetMonthlyRevenue: null, ownerMinMonthlyPayout: null },
      },
    ],
    warnings: [],
  }),
  PricingDecisionBody: entry(
    PricingDecisionBody,
    { dates: ['2026-07-01'], action: 'decline' },
    { dates: ['2026-06-20', '2026-06-21'], action: 'apply' },
  ),
  PricingDecided: entry(PricingDecided, { ok: true, applied: 2 }, { ok: true, declined: 1 }),
  PricingBulkBody: entry(PricingBulkBody, {
    action: 'apply',
    items: [{ listingId: '12', dates: ['2026-06-20'] }],
  }),
  PricingBulkResult: entry(PricingBulkResult, {
    processed: 2,
    succeeded: 1,
    failed: [
      {
        ...{ listingId: '13', dates: ['2026-06-20'], errorCode: 'no_pending_recommendations' },
        error: 'None of these nights has a recommendation that is pending.',
      },
    ],
  }),
  PricingHistoryRow: entry(PricingHistoryRow, {
    ...{ date: '2026-05-01', recommendedRate: 128, appliedRate: 128, status: 'applied' },
    ...{ recommendationFactors: factors, appliedAt: at, appliedBy: 'auto' },
  }),
  PricingStrategy: entry(PricingStrategy, {
    ...{ id: '12', listingId: '12', customerId: '1', ...strategy, isDefault: false },
  }),
  PricingStrategyBody: entry(PricingStrategyBody, { minPrice: 90, maxDailyChangePct: 10 }, strategy),
  PricingStrategyWritten: entry(PricingStrategyWritten, { ok: true }),
}
