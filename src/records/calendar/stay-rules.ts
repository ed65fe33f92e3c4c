/** Decides from the stored calendar whether a stay could be booked, without input or output. */
import { calendarRules, type CalendarRule } from '../../contract/calendar-rules.ts'
import type { StoredNight } from './night-queries.ts'
import { isTaken, unitsLeft } from './rules.ts'

export interface ListingRules {
  min_nights: number | null
  max_nights: number | null
  unit_count: number
  person_capacity: number | null
}

/** A stay needs a unit on every night, so the fullest night decides. */
export function leastLeft(nights: readonly StoredNight[]): number {
  return Math.min(...nights.map(unitsLeft))
}

/**
 * Lists every broken rule, the weightiest first. `departure` is the day of departure, which is no night of the stay.
 */
export function brokenCalendarRules(
  nights: readonly StoredNight[],
  departure: StoredNight | undefined,
  listing: ListingRules,
  guests: number,
): CalendarRule[] {
  const { shortest, longest } = stayLengths(nights, listing)
  const isBroken: Record<CalendarRule, boolean> = {
    taken: nights.some(isTaken),
    closed: leastLeft(nights) < 1 && !nights.some(isTaken),
    min_nights: nights.length < shortest,
    max_nights: longest !== null && nights.length > longest,
    no_arrival: nights[0]?.closed_to_arrival === true,
    no_departure: departure?.closed_to_departure === true,
    too_many_guests: listing.person_capacity !== null && guests > listing.person_capacity,
  }
  return calendarRules.filter((rule) => isBroken[rule])
}

/** The arrival day's limits win over the listing's. */
export function stayLengths([first]: readonly StoredNight[], listing: ListingRules) {
  return {
    shortest: Math.max(1, first?.min_nights ?? listing.min_nights ?? 1),
    longest: first?.max_nights ?? listing.max_nights,
  }
}

/** Returns the weightiest rule that forbids the stay, or undefined if none does. */
export const findStayRuleReason = (
  ...stay: Parameters<typeof brokenCalendarRules>
): CalendarRule | undefined => brokenCalendarRules(...stay)[0]
