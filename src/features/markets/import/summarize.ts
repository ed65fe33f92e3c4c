import type { Queryable } from '../../../platform/tenant.ts'
import { segmentGroups, type SegmentGroup } from '../segment-groups.ts'
import { roomKindOf } from '../segment-rules.ts'
import { mostSteps, stepsOf, stepWidth } from '../price-steps.ts'
import { soonNights, type MarketSummary } from '../summary.ts'
import type { DayCount } from './calendar.ts'
import {
  firstReviews,
  kindsOfListings,
  listingGroups,
  listingKinds,
  priceSteps,
  totalsOf,
} from './summary-queries.ts'

function nextNightsOf(days: readonly DayCount[], takenOn: string): MarketSummary['nextNights'] {
  const end = String(Temporal.PlainDate.from(takenOn).add({ days: soonNights }))
  const soon = days.filter(({ date }) => date >= takenOn && date < end)
  if (soon.length === 0) return null
  const sum = (valueOf: (day: DayCount) => number) => soon.reduce((total, day) => total + valueOf(day), 0)
  return {
    nights: sum((day) => day.listings),
    taken: sum((day) => day.taken),
    priced: sum((day) => day.priced),
    priceSum: sum((day) => day.price_sum),
  }
}

export async function summarize(
  db: Queryable,
  snapshotId: string,
  {
    days,
    takenOn,
    reviews,
    leftOut,
  }: { days: readonly DayCount[]; takenOn: string } & Pick<MarketSummary, 'reviews' | 'leftOut'>,
): Promise<{ summary: MarketSummary; area: string | null; listings: number }> {
  const totals = await totalsOf(db, snapshotId)
  const width = stepWidth(totals.high_price ?? 0)
  const prices = await priceSteps(db, snapshotId, { width, steps: mostSteps })
  const tierCuts = totals.priced === 0 ? null : totals.tier_cuts
  const summary: MarketSummary = {
    priced: totals.priced,
    avgPrice: totals.avg_price,
    avgRating: totals.avg_rating,
    propertyTypes: totals.property_types,
    tierCuts,
    prices: stepsOf(prices, width),
    bedrooms: await listingGroups(db, snapshotId, 'bedrooms'),
    types: await listingGroups(db, snapshotId, 'property_type'),
    capacities: await listingGroups(db, snapshotId, 'capacity'),
    kinds: await listingKinds(db, snapshotId),
    segments: await segmentsIn(db, snapshotId, tierCuts),
    firstReviews: await firstReviews(db, snapshotId),
    reviews,
    nextNights: nextNightsOf(days, takenOn),
    leftOut,
  }
  return { summary, area: totals.area, listings: totals.listings }
}

async function segmentsIn(
  db: Queryable,
  snapshotId: string,
  cuts: readonly number[] | null,
): Promise<SegmentGroup[]> {
  const groups = segmentGroups(cuts)
  for await (const row of kindsOfListings(db, snapshotId))
    groups.add({ ...row, roomKind: roomKindOf(row.room_type, row.property_type) })
  return groups.all
}
