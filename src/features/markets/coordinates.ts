/**
 * Points on a Mercator map in degrees, with latitude stretched so that local distances are true. An index of plane
 * points then finds the nearest ones in order.
 */
export interface Coordinates {
  latitude: number
  longitude: number
}

export interface PlanePoint {
  x: number
  y: number
}

/** The map has no place beyond it, and nobody lives there. */
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

/**
 * Returns the map distance of so many kilometres around a place, slightly more, since the map grows towards the poles.
 */
export const planeRadius = ({ latitude }: Coordinates, km: number): number =>
  (km / (kmPerDegree * Math.cos(radians(Math.min(farthestNorth, Math.abs(latitude) + km / kmPerDegree))))) *
  1.001

/** Measures along a great circle. */
export function distanceKm(a: Coordinates, b: Coordinates): number {
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2
  const square =
    half(a.latitude, b.latitude) +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * half(a.longitude, b.longitude)
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(square)))
}
