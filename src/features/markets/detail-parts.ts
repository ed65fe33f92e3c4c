/** Builds parts of a market's page from its stored figures. */
import type { Benchmark, MarketDetail, MarketEvent, Trend } from '../../contract/market-detail.ts'
import { meanOf, percentOf, shownAmount } from './amounts.ts'
import { minSample } from './comp-set.ts'
import type { KeptSnapshot } from './detail-queries.ts'
import { shareAbove, type ShownOwnListing } from './own-figures.ts'
import { toCompRequest } from './own-summary.ts'
import type { MarketEventRow } from './queries.ts'
import { averageOf, countOf, type SegmentGroup } from './segment-groups.ts'
import { roomKindOf, segmentOf } from './segment-rules.ts'
import { fromSample, soonOccupancy, soonRate } from './show-market.ts'
import type { SummaryGroup, MarketSummary } from './summary.ts'

const whole = (hundredths: number) => String(Math.round(hundredths / 100))

export const priceDistribution = (prices: MarketSummary['prices']): MarketDetail['priceDistribution'] =>
  prices.map(({ from, to, count, avg, least, most }) => ({
    label: to === null ? `${whole(from)}+` : `${whole(from)}–${whole(to)}`,
    count,
    avg_rate: shownAmount(fromSample(avg, count)),
    min_rate: shownAmount(fromSample(least, count)),
    max_rate: shownAmount(fromSample(most, count)),
  }))

const rateOf = ({ avg, priced }: SummaryGroup) => shownAmount(fromSample(avg, priced))
const last = Number.POSITIVE_INFINITY

export const bedroomBreakdown = (groups: readonly SummaryGroup[]): MarketDetail['bedroomBreakdown'] =>
  groups
    .map((group) => ({
      bedrooms: group.key === null ? null : Number(group.key),
      count: group.count,
      avg_rate: rateOf(group),
    }))
    .toSorted((a, b) => (a.bedrooms ?? last) - (b.bedrooms ?? last))

export const propertyTypeMix = (groups: readonly SummaryGroup[]): MarketDetail['propertyTypeMix'] =>
  groups.map((group) => ({ property_type: group.key, count: group.count, avg_rate: rateOf(group) }))

export function capacityGap(
  groups: readonly SummaryGroup[],
  own: readonly ShownOwnListing[],
): MarketDetail['capacityGap'] {
  const known = groups.filter(({ key }) => key !== null)
  const all = known.reduce((sum, { count }) => sum + count, 0)
  const mine = Map.groupBy(own, ({ listing }) => listing.capacity)
  const byKey = new Map(known.map((group) => [Number(group.key), group]))
  const guests = new Set([...byKey.keys(), ...[...mine.keys()].filter((key) => key !== null)])
  return Object.fromEntries(
    [...guests]
      .toSorted((a, b) => a - b)
      .map((key) => {
        const group = byKey.get(key)
        const count = group?.count ?? 0
        return [
          String(key),
          {
            count,
            sharePct: percentOf(count, all),
            avgRate: group ? rateOf(group) : null,
            mine: mine.get(key)?.length ?? 0,
          },
        ]
      }),
  )
}

/** The most frequent kinds of homes come first. `currency` is the market's. */
export function benchmarks(
  groups: readonly SegmentGroup[],
  own: readonly ShownOwnListing[],
  currency: string | null,
): Benchmark[] {
  const mine = Map.groupBy(own, ({ listing }) =>
    segmentOf({ ...listing, roomKind: roomKindOf(listing.room_type, listing.property_type) }),
  )
  const all = countOf(groups)
  return [...Map.groupBy(groups, ({ name }) => name)]
    .flatMap(([segment, of]) => {
      if (segment === null) return []
      const ours = mine.get(segment) ?? []
      const asked = meanOf(
        ours.flatMap((one) => (one.listing.currency === currency ? (toCompRequest(one) ?? []) : [])),
      )
      const average = averageOf(of, minSample)
      return {
        segment,
        count: countOf(of),
        sharePct: percentOf(countOf(of), all) ?? 0,
        avgRate: shownAmount(average),
        myListings: ours.length,
        myAvgRate: shownAmount(asked),
        priceDiffPct: shareAbove(asked, average),
      }
    })
    .toSorted((a, b) => b.count - a.count || (a.segment < b.segment ? -1 : 1))
}

export const trendOf = (snapshot: KeptSnapshot): Trend => {
  const { avgPrice, priced, avgRating, nextNights } = snapshot.summary
  return {
    snapshotDate: snapshot.taken_on,
    listings: snapshot.listings,
    newListings: snapshot.new_listings,
    goneListings: snapshot.gone_listings,
    avgRate: shownAmount(fromSample(avgPrice, priced)),
    nextNightsAvgRate: shownAmount(soonRate(nextNights)),
    nextNightsOccupancyPct: soonOccupancy(nextNights),
    avgRating,
  }
}

export const shownEvent = (event: MarketEventRow): MarketEvent => ({
  id: event.id,
  title: event.title,
  category: event.category,
  startDate: event.start_date,
  endDate: event.end_date,
  lat: event.latitude,
  lng: event.longitude,
  rank: event.rank,
  localRank: null,
  attendance: event.attendance,
  demandImpact: null,
  labels: event.labels,
})
