/** Decides a home's kind and price tier. */
import { quantileOf } from './amounts.ts'

const roomKinds = ['entire home', 'private room', 'shared room', 'hotel room'] as const
export type RoomKind = (typeof roomKinds)[number]

export const qualityTiers = ['budget', 'standard', 'upscale', 'luxury'] as const
export type QualityTier = (typeof qualityTiers)[number]

/** Sources write `Entire home/apt`, `entire_home` or `PRIVATE_ROOM`; null if they do not say. */
export function roomKindOf(room: string | null, property: string | null): RoomKind | null {
  const words = `${room ?? ''} ${property ?? ''}`.toLowerCase().replaceAll(/[_-]/g, ' ')
  if (/shared room/.test(words)) return 'shared room'
  if (/private room/.test(words)) return 'private room'
  if (/hotel/.test(words)) return 'hotel room'
  return /entire|apartment|house|villa|condo|loft|cottage|cabin|chalet|bungalow|studio|townhome/.test(words)
    ? 'entire home'
    : null
}

export const mostBedrooms = 5

/** Returns for instance `2-bedroom entire home`; null for an unknown kind. Rooms are not divided by bedrooms. */
export function segmentOf({
  roomKind,
  bedrooms,
}: {
  roomKind: RoomKind | null
  bedrooms: number | null
}): string | null {
  if (roomKind !== null && roomKind !== 'entire home') return roomKind
  if (bedrooms === null) return roomKind
  const size =
    bedrooms === 0 ? 'studio' : bedrooms >= mostBedrooms ? `${mostBedrooms}+-bedroom` : `${bedrooms}-bedroom`
  return `${size} entire home`
}

/** Tiers compare the price of a fully occupied home per guest. */
export const perGuest = (price: number, capacity: number | null) => price / Math.max(1, capacity ?? 2)

/** The cuts lie at 25, 75 and 90 percent. */
export function cutsOf(costs: readonly number[]): number[] | null {
  const sorted = costs.toSorted((a, b) => a - b)
  const cuts = [0.25, 0.75, 0.9].map((share) => quantileOf(sorted, share))
  return cuts.every((cut) => cut !== null) ? cuts : null
}

export function tierOf(
  price: number | null,
  capacity: number | null,
  cuts: readonly number[] | null,
): QualityTier | null {
  if (price === null || cuts === null) return null
  const cost = perGuest(price, capacity)
  return qualityTiers[cuts.filter((cut) => cost >= cut).length] ?? null
}
