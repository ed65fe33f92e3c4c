import type { MarketDetail } from '../../contract/market-detail.ts'
import type { Scope } from '../../platform/tenant.ts'
import { shownAmount } from './amounts.ts'
import { describeSample } from './answer.ts'
import { ageWarnings, goodSample, minSample, warnOnlyOwn, type CompSetRequest } from './comp-set.ts'
import {
  benchmarks,
  bedroomBreakdown,
  capacityGap,
  priceDistribution,
  propertyTypeMix,
  shownEvent,
  trendOf,
} from './detail-parts.ts'
import { countSnapshots, keptSnapshots, type KeptSnapshot } from './detail-queries.ts'
import type { OwnCity } from './own-cities.ts'
import { shareAbove, readOwnFigures, readShownListings, type ShownOwnListing } from './own-figures.ts'
import { cutWarning, idsOf } from './own-market.ts'
import { ownSummary } from './own-summary.ts'
import { eventsBetween, type Market } from './queries.ts'
import { segmentGroups } from './segment-groups.ts'
import { roomKindOf } from './segment-rules.ts'
import { marketRate, soonOccupancy } from './show-market.ts'
import { listMarketTopComps, listOwnTopComps } from './top-comps.ts'

const eventDays = 365
const eventsAtMost = 500
const monthsShown = 24

interface DetailRequest {
  city: OwnCity | undefined
  page: number
  today: string
}

export async function detailOfMarket(
  request: CompSetRequest,
  scope: Scope,
  market: Market,
  { city, page, today }: DetailRequest,
): Promise<MarketDetail> {
  const { db, clock } = request
  const own = await shownOf(request, scope, city)
  const until = String(Temporal.PlainDate.from(today).add({ days: eventDays }))
  const [events, kept, snapshots, topComps] = await Promise.all([
    eventsBetween(db, market.id, { from: today, to: until }, eventsAtMost),
    keptSnapshots(db, market.id, monthsShown),
    countSnapshots(db, market.id),
    listMarketTopComps(request, market, { page, own }),
  ])
  const { summary, currency } = market
  return {
    city: market.name,
    country: market.country,
    currency,
    totalListings: market.listings,
    priceDistribution: priceDistribution(summary.prices),
    bedroomBreakdown: bedroomBreakdown(summary.bedrooms),
    propertyTypeMix: propertyTypeMix(summary.types),
    events: events.map(shownEvent),
    wheelhouseTrends: [],
    trends: kept.map(trendOf),
    benchmarks: benchmarks(summary.segments ?? [], own, currency),
    healthSummary: {
      snapshots,
      ageDays: Temporal.PlainDate.from(market.taken_on).until(today).days,
      priced: summary.priced,
      calendarNights: market.days,
      leftOut: Object.values(summary.leftOut).reduce((sum, count) => sum + count, 0),
    },
    topComps,
    marketPosition: city ? positionOf(city, own, market) : null,
    capacityGap: capacityGap(summary.capacities, own),
    supplyTrend: summary.firstReviews
      .slice(-monthsShown)
      .map(({ month, count }) => ({ month, new_listings: count })),
    ...describeSample('market', market.taken_on, [
      ...ageWarnings([market.taken_on], clock.now()),
      ...thinOf(market, kept),
      ...(city ? cutWarning(city) : []),
    ]),
  }
}

const shownOf = async (
  request: CompSetRequest,
  scope: Scope,
  city: OwnCity | undefined,
): Promise<ShownOwnListing[]> =>
  city ? [...(await readShownListings(request, scope, idsOf(city))).values()] : []

function thinOf(
  { listings, summary, price_from: from }: Market,
  snapshots: readonly KeptSnapshot[],
): string[] {
  const warnings: string[] = []
  if (listings < goodSample)
    warnings.push(
      `The files have ${listings} listings; figures of fewer than ${minSample} are left out, and the others say little.`,
    )
  else if (summary.priced < goodSample)
    warnings.push(`Only ${summary.priced} of ${listings} listings have a price.`)
  if (summary.nextNights === null)
    warnings.push('No calendar was loaded: which nights are taken is not known.')
  else if (from === 'listing')
    warnings.push(
      'The calendars have no prices: the price of each listing stands in for those of its nights.',
    )
  if (snapshots.length < 2)
    warnings.push('Files of one day are loaded: trends are seen when those of another month are.')
  if (!summary.segments)
    warnings.push('The files were loaded before kinds of homes were counted: load them again to see them.')
  return warnings
}

function positionOf(
  city: OwnCity,
  own: readonly ShownOwnListing[],
  market: Market | null,
): NonNullable<MarketDetail['marketPosition']> {
  const mine = readOwnFigures(own)
  const rate = market && marketRate(market.summary)
  return {
    myListings: city.listings.length,
    myAvgRate: shownAmount(mine.avgRate),
    myCurrency: mine.currency,
    marketAvgRate: shownAmount(rate),
    priceDiffPct: mine.currency === market?.currency ? shareAbove(mine.avgRate, rate) : null,
    myOccupancyPct: mine.occupancyPct,
    marketOccupancyPct: market && soonOccupancy(market.summary.nextNights),
    myAvgRating: mine.avgRating,
    marketAvgRating: market?.summary.avgRating ?? null,
  }
}

/** For a city without loaded data. */
export async function detailOfOwn(
  request: CompSetRequest,
  scope: Scope,
  { city, page }: { city: OwnCity; page: number },
): Promise<MarketDetail> {
  const all = await shownOf(request, scope, city)
  const [most] = [...Map.groupBy(all, ({ listing }) => listing.currency)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  )
  const [currency, own] = most ?? [null, []]
  const summary = ownSummary(own)
  const groups = segmentGroups(null)
  for (const { listing } of own)
    groups.add({
      ...listing,
      roomKind: roomKindOf(listing.room_type, listing.property_type),
      price: null,
    })
  return {
    city: city.name,
    country: city.country,
    currency,
    totalListings: city.listings.length,
    priceDistribution: priceDistribution(summary.prices),
    bedroomBreakdown: bedroomBreakdown(summary.bedrooms),
    propertyTypeMix: propertyTypeMix(summary.types),
    events: [],
    wheelhouseTrends: [],
    trends: [],
    benchmarks: benchmarks(groups.all, own, currency),
    healthSummary: null,
    topComps: listOwnTopComps(own, page),
    marketPosition: positionOf(city, all, null),
    capacityGap: capacityGap(summary.capacities, own),
    supplyTrend: [],
    ...describeSample('own', null, [
      warnOnlyOwn,
      ...cutWarning(city),
      ...(own.length < all.length
        ? [
            `${all.length - own.length} of them are left out of these figures: they are not priced in ${currency}.`,
          ]
        : []),
      ...(own.length < minSample
        ? [`Means of fewer than ${minSample} listings are left out; there are ${own.length}.`]
        : []),
    ]),
  }
}
