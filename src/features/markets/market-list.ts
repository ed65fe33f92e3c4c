import type { MarketList, MarketRow, MyListing } from '../../contract/markets.ts'
import type { PlanName } from '../../contract/plans.ts'
import { listPage } from '../../http/list.ts'
import type { Scope } from '../../platform/tenant.ts'
import type { Services } from '../../services.ts'
import { percentOf, shownAmount } from './amounts.ts'
import { describeSample } from './answer.ts'
import { ageWarnings, howToLoad } from './comp-set.ts'
import { ownPlace } from './comparable.ts'
import {
  citiesByName,
  citiesPage,
  largestMarkets,
  marketAreas,
  marketCountries,
  marketFigures,
  type MarketFigures,
} from './list-queries.ts'
import { ownCities, type OwnCity } from './own-cities.ts'
import { shareAbove, readOwnFigures, readShownListings, type ShownOwnListing } from './own-figures.ts'
import { ownPlaces } from './own-queries.ts'
import { toBrowsedMarket, marketRate, soonOccupancy } from './show-market.ts'

export const citiesAtFirst = 20
const featuredAtMost = 6
/** Own listings' nights are read one by one, so at most this many on a page. */
const ownAtMost = 500
const ownAtLeast = 5

type MarketPaging = Parameters<typeof listPage>[0]

export async function marketList(
  context: MarketPaging & { services: Services; scope: Scope },
  plan: PlanName,
): Promise<MarketList> {
  const { services, scope } = context
  const { db } = services
  const [places, areas] = await Promise.all([ownPlaces(db, scope), marketAreas(db)])
  const cities = ownCities(places, areas)
  const counted = [...cities.values()].map(({ key, listings }) => ({ key, listings: listings.length }))
  const { data: page, pagination } = await listPage(context, {
    defaultLimit: citiesAtFirst,
    ordering: citiesByName,
    rows: (page) => citiesPage(db, counted, page),
    total: () => Promise.resolve(counted.length),
    item: ({ key }) => cities.get(key) as OwnCity,
  })
  const each = Math.max(ownAtLeast, Math.floor(ownAtMost / Math.max(1, page.length)))
  const looked = page.map((city) => city.listings.slice(0, each).map(({ id }) => id))
  const loadedIds = [...cities.values()].flatMap(({ marketId }) => marketId ?? [])
  const [shown, figures, { days, shown: browse }] = await Promise.all([
    readShownListings(services, scope, looked.flat()),
    marketFigures(db, loadedIds),
    browseOf(services),
  ])
  const byId = new Map(figures.map((one) => [one.id, one]))
  const rows = page.map((city, at) => ({
    city,
    market: byId.get(city.marketId ?? '') ?? null,
    own: (looked[at] ?? []).flatMap((id) => shown.get(id) ?? []),
  }))
  const taken = rows.flatMap(({ market }) => market?.taken_on ?? [])
  return {
    data: rows.map(({ city, market, own }) => rowOf(city, market, own)),
    pagination,
    totals: {
      myListings: countIn(counted),
      markets: counted.length,
      totalCompetitors: figures.reduce((sum, { listings }) => sum + listings, 0),
    },
    myListings: rows.flatMap(({ own }) => own.flatMap(pinOf)),
    freeMarket: null,
    subscriptions: { active: browse.totalAvailable, limit: null },
    tier: plan,
    browse,
    ...describeSample(
      browse.totalAvailable > 0 ? 'market' : counted.length > 0 ? 'own' : 'none',
      [...taken, ...days].toSorted()[0] ?? null,
      [
        ...(browse.totalAvailable === 0 ? [`No market data is loaded. ${howToLoad}`] : []),
        ...unloadedWarning(rows, browse.totalAvailable),
        ...ageWarnings(taken, services.clock.now()),
        ...cutWarning(page, each),
        ...placelessWarning(places.length - countIn(counted)),
      ],
    ),
  }
}

const countIn = (counted: readonly { listings: number }[]): number =>
  counted.reduce((sum, { listings }) => sum + listings, 0)

function cutWarning(page: readonly OwnCity[], each: number): string[] {
  const names = page.flatMap(({ name, listings }) => (listings.length > each ? name : []))
  return names.length === 0
    ? []
    : [`Own prices, nights and ratings are those of the first ${each} listings in ${names.join(', ')}.`]
}

const placelessWarning = (count: number): string[] =>
  count <= 0
    ? []
    : [`${count} active listings are in no market: they have no city, and nothing is loaded around them.`]

function unloadedWarning(rows: readonly { city: OwnCity; market: MarketFigures | null }[], loaded: number) {
  const missing = rows.filter(({ market }) => market === null)
  return loaded === 0 || missing.length === 0
    ? []
    : [
        `Nothing is loaded of ${missing.map(({ city }) => city.name).join(', ')}: only own listings are known there.`,
      ]
}

async function browseOf({
  db,
}: Pick<Services, 'db'>): Promise<{ days: string[]; shown: MarketList['browse'] }> {
  const [featured, categories] = await Promise.all([largestMarkets(db, featuredAtMost), marketCountries(db)])
  return {
    days: featured.map(({ taken_on: day }) => day),
    shown: {
      featured: featured.map(toBrowsedMarket),
      categories,
      totalAvailable: categories.reduce((sum, { count }) => sum + count, 0),
    },
  }
}

function rowOf(city: OwnCity, market: MarketFigures | null, own: readonly ShownOwnListing[]): MarketRow {
  const mine = readOwnFigures(own)
  const rate = market && marketRate(market.summary)
  const all = market?.listings ?? city.listings.length
  return {
    city: city.name,
    country: city.country,
    source: market ? 'market' : 'own',
    snapshotDate: market?.taken_on ?? null,
    myListings: city.listings.length,
    totalListings: all,
    marketSharePct: market && percentOf(city.listings.length, all),
    currency: market?.currency ?? null,
    myCurrency: mine.currency,
    myAvgAdr: shownAmount(mine.avgRate),
    marketAvgAdr: shownAmount(rate),
    priceDiffPct: market?.currency === mine.currency ? shareAbove(mine.avgRate, rate) : null,
    myAvgRating: mine.avgRating,
    marketAvgRating: market?.summary.avgRating ?? null,
    myOccupancyPct: mine.occupancyPct,
    marketOccupancyPct: market && soonOccupancy(market.summary.nextNights),
    propertyTypes:
      market?.summary.propertyTypes ??
      new Set(city.listings.flatMap(({ property_type: type }) => type ?? [])).size,
  }
}

function pinOf({ listing, nights }: ShownOwnListing): MyListing[] {
  const place = ownPlace(listing)
  if (!place) return []
  return [
    {
      id: listing.id,
      name: listing.name,
      city: listing.city,
      lat: place.latitude,
      lng: place.longitude,
      thumbnail: listing.thumbnail_url,
      todayPrice: shownAmount(nights.today.price),
      currency: listing.currency,
      blocked: nights.today.isBlocked,
      bookedNights: nights.booked,
      availableNights: nights.free,
      type: 'mine',
    },
  ]
}
