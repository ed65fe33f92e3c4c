/** Whether a stay could be booked, from the calendar that is held here. Pure. */
import type { Quote } from '../../contract/reservation-write.ts'

export interface QuotedNight {
  date: string
  available: boolean | null
  min_nights: number | null
  max_nights: number | null
  closed_to_arrival: boolean | null
  closed_to_departure: boolean | null
  available_units: number | null
  sold_units: number
}

export interface QuotedListing {
  min_nights: number | null
  max_nights: number | null
  unit_count: number
  person_capacity: number | null
}

const unitsLeft = (night: QuotedNight, listing: QuotedListing) =>
  (night.available ?? true)
    ? Math.max(0, (night.available_units ?? listing.unit_count) - night.sold_units)
    : 0

/** Homes or rooms left on the fullest of the nights. */
export function leastLeft(nights: readonly QuotedNight[], listing: QuotedListing): number {
  return Math.min(...nights.map((night) => unitsLeft(night, listing)))
}

/** Why the stay cannot be booked; the first reason counts. `departure` is the day of it, no night of the stay. */
export function reasonAgainst(
  nights: readonly QuotedNight[],
  departure: QuotedNight | undefined,
  listing: QuotedListing,
  guests: number,
): Quote['reason'] {
  const [first] = nights
  const left = nights.map((night) => unitsLeft(night, listing))
  if (left.some((units) => units < 1)) {
    return nights.some((night, n) => left[n] === 0 && night.sold_units > 0) ? 'taken' : 'closed'
  }
  if (nights.length < Math.max(1, first?.min_nights ?? listing.min_nights ?? 1)) return 'min_nights'
  const longest = first?.max_nights ?? listing.max_nights
  if (longest !== null && nights.length > longest) return 'max_nights'
  if (first?.closed_to_arrival) return 'no_arrival'
  if (departure?.closed_to_departure) return 'no_departure'
  if (listing.person_capacity !== null && guests > listing.person_capacity) return 'too_many_guests'
  return undefined
}
