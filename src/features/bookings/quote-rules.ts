/** Whether a stay could be booked, and what it would cost, from the calendar that is held here. Pure. */
import type { Quote } from '../../contract/reservation-write.ts'

export interface QuotedNight {
  date: string
  available: boolean | null
  price: string | null
  min_nights: number | null
  max_nights: number | null
  closed_to_arrival: boolean | null
  closed_to_departure: boolean | null
  available_units: number | null
  sold_units: number
}

export interface QuotedListing {
  currency: string | null
  default_nightly_price: string | null
  min_nights: number | null
  max_nights: number | null
  unit_count: number
  person_capacity: number | null
}

/** Exact: decimals of at most six places as whole millionths. */
export function sumOf(amounts: readonly string[]): string {
  const places = 6
  const millionths = amounts.reduce((sum, amount) => {
    const [whole = '0', fraction = ''] = amount.split('.')
    return sum + BigInt(whole + fraction.padEnd(places, '0').slice(0, places))
  }, 0n)
  const digits = String(millionths).padStart(places + 1, '0')
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`
}

const unitsLeft = (night: QuotedNight, listing: QuotedListing) =>
  (night.available ?? true)
    ? Math.max(0, (night.available_units ?? listing.unit_count) - night.sold_units)
    : 0

/** Homes or rooms left on the fullest of the nights. */
export function leastLeft(nights: readonly QuotedNight[], listing: QuotedListing): number {
  return Math.min(...nights.map((night) => unitsLeft(night, listing)))
}

/** The exact price, or null when a night has none. */
export function priceOf(nights: readonly QuotedNight[], listing: QuotedListing): string | null {
  const prices = nights.map((night) => night.price ?? listing.default_nightly_price)
  const known = prices.filter((price) => price !== null)
  return known.length === prices.length ? sumOf(known) : null
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
