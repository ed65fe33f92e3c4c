/** Maps stored rows to answers. */
import type { ListingPricing, PriceRecommendation, PricingHistoryRow } from '../../../contract/pricing.ts'
import type { PricingStrategy } from '../../../contract/pricing-strategy.ts'
import { defaultStrategy, type ListingStrategy } from './model/strategy.ts'
import type { PricedRow, PricingSummary } from './queries.ts'
import type { RecommendationRow } from './recommendation-queries.ts'

const amount = (decimal: string | null) => (decimal === null ? null : Number(decimal))

export const toRecommendation = (
  row: RecommendationRow,
  currentPrice: string | null,
): PriceRecommendation => ({
  date: row.date,
  currentPrice: amount(currentPrice),
  recommendedPrice: Number(row.recommended_price),
  minPrice: amount(row.min_price),
  maxPrice: amount(row.max_price),
  currency: row.currency,
  confidence: Number(row.confidence),
  bookingProbability: Number(row.booking_probability),
  expectedRevenue: Number(row.expected_revenue),
  factors: row.factors,
  status: row.status,
  modelVersion: row.model_version,
  generatedAt: row.generated_at.toISOString(),
})

export function toListing(summary: PricingSummary, currency: string | null): Partial<ListingPricing> {
  const { comps, qualityTier, segment } = summary
  return {
    listing: {
      aiBasePrice: Number(summary.basePrice),
      aiBasePriceFactors: {
        usualPrice: summary.usualPrice,
        requestsPerNight: summary.requestsPerNight,
        priceSensitivity: summary.priceSensitivity,
        ownNights: summary.ownNights,
        soldNights: summary.soldNights,
        neighbours: summary.neighbours,
      },
      qualityTier,
      segment,
      currency,
    },
    ...(comps && { compSummary: comps }),
    ...(summary.attribution && { attribution: summary.attribution }),
  }
}

export const toOutlook = (summary: PricingSummary, strategy: ListingStrategy): ListingPricing['outlook'] =>
  summary.outlook.map((month) => ({
    ...month,
    bookedRevenue: Number(month.bookedRevenue),
    expectedRevenue: Number(month.expectedRevenue),
    targetMonthlyRevenue: amount(strategy.targetMonthlyRevenue),
    ownerMinMonthlyPayout: amount(strategy.ownerMinMonthlyPayout),
  }))

export const strategyOf = (row: PricedRow | undefined): ListingStrategy => ({
  ...defaultStrategy,
  ...row?.settings,
})

export function toStrategy(
  row: PricedRow | undefined,
  listingId: string,
  workspaceId: string,
): PricingStrategy {
  const strategy = strategyOf(row)
  const isDefault = row === undefined || row.settings_at === null
  return {
    id: isDefault ? null : listingId,
    listingId,
    customerId: workspaceId,
    ...strategy,
    minPrice: amount(strategy.minPrice),
    maxPrice: amount(strategy.maxPrice),
    targetMonthlyRevenue: amount(strategy.targetMonthlyRevenue),
    ownerMinMonthlyPayout: amount(strategy.ownerMinMonthlyPayout),
    isDefault,
  }
}

/** An applied price counts even if the night was looked at again since. */
export const toHistory = (row: RecommendationRow): PricingHistoryRow => ({
  date: row.date,
  recommendedRate: Number(row.recommended_price),
  appliedRate: amount(row.applied_price),
  status: row.status,
  recommendationFactors: row.factors,
  appliedAt: row.applied_at?.toISOString() ?? null,
  appliedBy: row.applied_by,
})
