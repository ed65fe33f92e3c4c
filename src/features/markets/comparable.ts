/** A home or room to compare with: from a market's files, or another listing of the workspace. */
import { scaled } from '../../platform/decimal.ts'
import { nightAt } from './nights.ts'
import type { OwnListing } from './own-queries.ts'
import { distanceKm, coordinatesOf, type Coordinates } from './coordinates.ts'
import type { MarketNeighbour } from './queries.ts'
import { roomKindOf, type RoomKind } from './segment-rules.ts'

export interface NightOffer {
  date: string
  taken: boolean
  /** In hundredths. */
  price: number | null
}

export interface Comparable extends Coordinates {
  source: 'market' | 'own'
  id: string
  name: string | null
  distanceKm: number
  propertyType: string | null
  roomKind: RoomKind | null
  bedrooms: number | null
  capacity: number | null
  rating: number | null
  reviews: number
  /** The price of nights without their own, in hundredths. */
  price: number | null
  currency: string | null
  thumbnailUrl: string | null
  /** The day of the files; null for the workspace's own listings, which are current. */
  asOf: string | null
  /** Those requested nights that are known. */
  nights: NightOffer[]
}

/** Currencies with three decimals give tenths of a hundredth. */
export const hundredths = (decimal: string | null): number | null =>
  decimal === null ? null : Number(scaled(decimal, 3).replace('.', '')) / 10

const dayOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000

function offersOf(
  { price, first_day: first }: MarketNeighbour,
  packed: Buffer | null,
  dates: readonly string[],
): NightOffer[] {
  if (packed === null || first === null) return []
  const start = dayOf(first)
  return dates.flatMap((date) => {
    const night = nightAt(packed, dayOf(date) - start)
    return night ? [{ date, taken: night.taken, price: night.price ?? price }] : []
  })
}

const ratingOf = (value: string | null) => (value === null ? null : Number(value))

export function marketComparable(
  row: MarketNeighbour,
  packed: Buffer | null,
  { place, dates }: { place: Coordinates; dates: readonly string[] },
): Comparable {
  const own = coordinatesOf(row)
  return {
    source: 'market',
    ...own,
    id: row.id,
    name: row.name,
    distanceKm: distanceKm(place, own),
    propertyType: row.property_type,
    roomKind: roomKindOf(row.room_type, row.property_type),
    bedrooms: row.bedrooms,
    capacity: row.capacity,
    rating: ratingOf(row.rating),
    reviews: row.reviews,
    price: row.price,
    currency: row.currency,
    thumbnailUrl: row.thumbnail_url,
    asOf: row.taken_on,
    nights: offersOf(row, packed, dates),
  }
}

export function workspaceComparable(
  row: OwnListing,
  nights: NightOffer[],
  place: Coordinates,
): Comparable | null {
  const own = ownPlace(row)
  if (!own) return null
  return {
    source: 'own',
    ...own,
    id: row.id,
    name: row.name,
    distanceKm: distanceKm(place, own),
    propertyType: row.property_type,
    roomKind: roomKindOf(row.room_type, row.property_type),
    bedrooms: row.bedrooms,
    capacity: row.capacity,
    rating: null,
    reviews: 0,
    price: hundredths(row.default_price),
    currency: row.currency,
    thumbnailUrl: row.thumbnail_url,
    asOf: null,
    nights,
  }
}

export function ownPlace({ latitude, longitude }: OwnListing): Coordinates | null {
  if (latitude === null || longitude === null) return null
  return { latitude: Number(latitude), longitude: Number(longitude) }
}
