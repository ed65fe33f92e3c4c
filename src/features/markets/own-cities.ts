/** A workspace's listing belongs to the market around it, else to the one named like its city. */
import { marketKey } from './market-key.ts'
import { farthestNorth, planePoint } from './coordinates.ts'

export interface OwnPlace {
  id: string
  city: string | null
  country: string | null
  latitude: string | null
  longitude: string | null
  property_type: string | null
}

/** The area of a loaded market's listings, in the plane of `coordinates.ts`. */
export interface MarketArea {
  id: string
  key: string
  name: string
  country: string
  west: number | null
  east: number | null
  south: number | null
  north: number | null
}

export interface OwnCity {
  key: string
  name: string
  country: string | null
  /** Null if it has no loaded data. */
  marketId: string | null
  listings: OwnPlace[]
}

const sizeOf = ({ west, east, south, north }: MarketArea) =>
  ((east ?? 0) - (west ?? 0)) * ((north ?? 0) - (south ?? 0))

/** Of several markets the smallest one counts. */
function around({ latitude, longitude }: OwnPlace, areas: readonly MarketArea[]): MarketArea | undefined {
  if (latitude === null || longitude === null || Math.abs(Number(latitude)) > farthestNorth) return undefined
  const { x, y } = planePoint({ latitude: Number(latitude), longitude: Number(longitude) })
  return areas
    .filter(
      ({ west, east, south, north }) =>
        west !== null &&
        east !== null &&
        south !== null &&
        north !== null &&
        x >= west &&
        x <= east &&
        y >= south &&
        y <= north,
    )
    .toSorted((a, b) => sizeOf(a) - sizeOf(b) || Number(BigInt(a.id) - BigInt(b.id)))[0]
}

/** Returns cities by key. A listing without a city needs a market around it. */
export function ownCities(places: readonly OwnPlace[], areas: readonly MarketArea[]): Map<string, OwnCity> {
  const byKey = new Map(areas.map((area) => [area.key, area]))
  const cities = new Map<string, OwnCity>()
  for (const place of places) {
    const named = marketKey(place.city ?? '')
    const alike = byKey.get(named)
    // Lisbon in Portugal is not the Lisbon of Maine.
    const isElsewhere = alike !== undefined && place.country !== null && alike.country !== place.country
    const market = around(place, areas) ?? (isElsewhere ? undefined : alike)
    const name = market?.name ?? (place.city ?? '').trim() + (isElsewhere ? `, ${place.country}` : '')
    const key = market?.key ?? marketKey(name)
    if (key === '') continue
    const city = cities.get(key)
    if (city) {
      city.listings.push(place)
      city.country ??= place.country
    } else {
      cities.set(key, {
        ...{ key, name, marketId: market?.id ?? null, listings: [place] },
        country: market?.country ?? place.country,
      })
    }
  }
  return cities
}
