/** Whether a stay could be booked, from the calendar that is held here. Pure. */
import { calendarRules, type CalendarRule } from '../../contract/calendar-rules.ts'
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

/** Every rule that the stay breaks, the weightiest first. `departure` is the day of it, no night of the stay. */
export function brokenCalendarRules(
  nights: readonly StoredNight[],
  departure: StoredNight | undefined,
  listing: ListingRules,
  guests: number,
): CalendarRule[] {
  const { shortest, longest } = stayLengths(nights, listing)
  const isBroken: Record<CalendarRule, boolean> = {
    taken: leastLeft(nights) < 1 && nights.some(isTaken),
    closed: leastLeft(nights) < 1 && !nights.some(isTaken),
    min_nights: nights.length < shortest,
    max_nights: longest !== null && nights.length > longest,
    no_arrival: nights[0]?.closed_to_arrival === true,
    no_departure: departure?.closed_to_departure === true,
    too_many_guests: listing.person_capacity !== null && guests > listing.person_capacity,
  }
  return calendarRules.filter((rule) => isBroken[rule])
}

/** Those of the day of arrival, else those of the listing. */
export function stayLengths([first]: readonly StoredNight[], listing: ListingRules) {
  return {
    shortest: Math.max(1, first?.min_nights ?? listing.min_nights ?? 1),
    longest: first?.max_nights ?? listing.max_nights,
  }
}

/** Why the stay cannot be booked; undefined: it breaks no rule of the calendar. */
export const findStayRuleReason = (
  ...stay: Parameters<typeof brokenCalendarRules>
): CalendarRule | undefined => brokenCalendarRules(...stay)[0]
