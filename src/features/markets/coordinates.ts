/**
 * Places on a Mercator map, in degrees: longitude, and latitude stretched so that near points are as near to each other as on
 * the ground. An index of plane points then finds the nearest ones in order. Pure.
 */
export interface Coordinates {
  latitude: number
  longitude: number
}

export interface PlanePoint {
  x: number
  y: number
}

/** Beyond it the map has no place; nobody lives there. */
export const farthestNorth = 85
const radians = (degrees: number) => (degrees * Math.PI) / 180
const degrees = (angle: number) => (angle * 180) / Math.PI

const earthRadiusKm = 6371.0088
const kmPerDegree = radians(1) * earthRadiusKm

export const planePoint = ({ latitude, longitude }: Coordinates): PlanePoint => ({
  x: longitude,
  y: degrees(Math.asinh(Math.tan(radians(latitude)))),
})

export const coordinatesOf = ({ x, y }: PlanePoint): Coordinates => ({
  latitude: degrees(Math.atan(Math.sinh(radians(y)))),
  longitude: x,
})

/** How far so many kilometres are on the map around a place, and a little more: the map grows towards the poles. */
export const planeRadius = ({ latitude }: Coordinates, km: number): number =>
  (km / (kmPerDegree * Math.cos(radians(Math.min(farthestNorth, Math.abs(latitude) + km / kmPerDegree))))) *
  1.001

/** Along a great circle. */
export function distanceKm(a: Coordinates, b: Coordinates): number {
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2
  const square =
    half(a.latitude, b.latitude) +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * half(a.longitude, b.longitude)
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(square)))
}
