/** Lists a market's listings with most reviews first. */
import type { MarketComp, MarketDetail } from '../../contract/market-detail.ts'
import { shownAmount } from './amounts.ts'
import type { CompSetRequest } from './comp-set.ts'
import { ownPlace } from './comparable.ts'
import { pageOf } from './comps.ts'
import { topListings, type TopListing } from './detail-queries.ts'
import type { ShownOwnListing } from './own-figures.ts'
import { toCompRequest } from './own-summary.ts'
import { distanceKm, coordinatesOf, type Coordinates } from './coordinates.ts'
import type { Market } from './queries.ts'

export const pageSize = 20
export const mostPages = 500
const pinsAtMost = 200

type TopCompList = MarketDetail['topComps']

const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6

export async function listMarketTopComps(
  { db }: Pick<CompSetRequest, 'db'>,
  market: Market,
  { page, own }: { page: number; own: readonly ShownOwnListing[] },
): Promise<TopCompList> {
  const [rows, pins] = await Promise.all([
    topListings(db, market.snapshot_id, { limit: pageSize, offset: (page - 1) * pageSize }),
    topListings(db, market.snapshot_id, { limit: pinsAtMost, offset: 0 }),
  ])
  const places = own.flatMap(({ listing }) => ownPlace(listing) ?? [])
  return {
    items: rows.map((row) => compOf(row, places)),
    mapItems: pins.map(pinOf),
    total: market.listings,
    page,
    pageSize,
  }
}

function compOf(row: TopListing, own: readonly Coordinates[]): MarketComp {
  const place = coordinatesOf(row)
  const nearest = own.length === 0 ? null : Math.min(...own.map((one) => distanceKm(one, place)))
  return {
    id: row.id,
    platformListingId: row.id,
    title: row.name,
    propertyType: row.property_type,
    bedrooms: row.bedrooms,
    maxGuests: row.capacity,
    rating: row.rating === null ? null : Number(row.rating),
    reviewCount: row.reviews,
    currentNightlyRate: shownAmount(row.price),
    thumbnailUrl: row.thumbnail_url,
    lat: rounded(place.latitude),
    lng: rounded(place.longitude),
    url: pageOf({ source: 'market', id: row.id }),
    distanceKm: nearest === null ? null : Math.round(nearest * 100) / 100,
  }
}

function pinOf(row: TopListing): TopCompList['mapItems'][number] {
  const { latitude, longitude } = coordinatesOf(row)
  return {
    id: row.id,
    lat: rounded(latitude),
    lng: rounded(longitude),
    currentNightlyRate: shownAmount(row.price),
  }
}

/** For a city without loaded data, lists the workspace's own listings. */
export function listOwnTopComps(own: readonly ShownOwnListing[], page: number): TopCompList {
  const sorted = own.toSorted((a, b) => b.rating.count - a.rating.count)
  return {
    items: sorted.slice((page - 1) * pageSize, page * pageSize).map(ownComp),
    mapItems: sorted.slice(0, pinsAtMost).flatMap((one) => {
      const place = ownPlace(one.listing)
      if (!place) return []
      const rate = shownAmount(toCompRequest(one))
      return [{ id: one.listing.id, lat: place.latitude, lng: place.longitude, currentNightlyRate: rate }]
    }),
    total: own.length,
    page,
    pageSize,
  }
}

function ownComp(one: ShownOwnListing): MarketComp {
  const { listing, rating } = one
  const place = ownPlace(listing)
  return {
    id: listing.id,
    platformListingId: listing.id,
    title: listing.name,
    propertyType: listing.property_type,
    bedrooms: listing.bedrooms,
    maxGuests: listing.capacity,
    rating: rating.count === 0 ? null : Math.round((rating.sum / rating.count) * 100) / 100,
    reviewCount: rating.count,
    currentNightlyRate: shownAmount(toCompRequest(one)),
    thumbnailUrl: listing.thumbnail_url,
    lat: place?.latitude ?? null,
    lng: place?.longitude ?? null,
    url: null,
    distanceKm: null,
  }
}
