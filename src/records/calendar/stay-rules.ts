/** Whether a stay could be booked, from the calendar that is held here. Pure. */
import type { Quote } from '../../contract/quotes.ts'
import type { StoredNight } from './night-queries.ts'
import { isTaken, unitsLeft } from './rules.ts'

export interface ListingRules {
  min_nights: number | null
  max_nights: number | null
  unit_count: number
  person_capacity: number | null
}

/** Homes or rooms left on the fullest of the nights. */
export function leastLeft(nights: readonly StoredNight[]): number {
  return Math.min(...nights.map(unitsLeft))
}

/** Why the stay cannot be booked, pets left aside; the first reason counts. `departure` is the day of it, no night of the stay. */
export function reasonAgainst(
  nights: readonly StoredNight[],
  departure: StoredNight | undefined,
  listing: ListingRules,
  guests: number,
): Exclude<Quote['reason'], 'no_pets'> {
  const [first] = nights
  if (leastLeft(nights) < 1) return nights.some(isTaken) ? 'taken' : 'closed'
  if (nights.length < Math.max(1, first?.min_nights ?? listing.min_nights ?? 1)) return 'min_nights'
  const longest = first?.max_nights ?? listing.max_nights
  if (longest !== null && nights.length > longest) return 'max_nights'
  if (first?.closed_to_arrival) return 'no_arrival'
  if (departure?.closed_to_departure) return 'no_departure'
  if (listing.person_capacity !== null && guests > listing.person_capacity) return 'too_many_guests'
  return undefined
}
