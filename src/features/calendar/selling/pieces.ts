/** In how small pieces a channel's calendar is worked off. Pure. */
import type { CalendarWrites } from '../../../connector-kit/calendar-write-operations.ts'
import type { PlannedChange } from '../../../upstream/nights/plan.ts'
import type { SendableNight } from './sendable-night.ts'

/**
 * About two months: a channel that allows 70 calls a minute and shows 31 nights with each needs seconds for them, and what is
 * sold meanwhile waits no longer than that.
 */
export const nightsPerPiece = 62

/** A call carries nights of one month, of whatever listings. */
export const isMonthly = ({ listings, within }: CalendarWrites['batch']): boolean =>
  within === 'month' && listings === 'many'

/**
 * What is sent before it is looked again whether something was sold. Where a call carries a month of several listings: that month
 * of all of them, so that it is no more calls than for one; where it carries the calendar of a listing, all of that.
 */
export function nextPiece<N extends { listingId: string; date: string }>(
  nights: readonly N[],
  batch: CalendarWrites['batch'],
): N[] {
  const [first] = nights
  if (batch.within === 'listing') return nights.filter(({ listingId }) => listingId === first?.listingId)
  if (!isMonthly(batch)) return nights.slice(0, nightsPerPiece)
  return nights.filter(({ date }) => date.slice(0, 7) === first?.date.slice(0, 7))
}

/** So many calls that close sold nights are under way at once: a channel answers them side by side. */
export const maxClosingCalls = 4

/** The batch with the night that waits longest first: whoever sells all the time keeps no other listing waiting. */
export function orderByLongestWait(
  batches: readonly PlannedChange<SendableNight>[][],
  nights: readonly SendableNight[],
): PlannedChange<SendableNight>[][] {
  const places = new Map(nights.map((night, place) => [night, place]))
  const placeOf = (batch: readonly PlannedChange<SendableNight>[]) =>
    Math.min(...batch.flatMap((planned) => planned.nights.map((night) => places.get(night) ?? places.size)))
  return batches
    .map((batch) => ({ batch, place: placeOf(batch) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ batch }) => batch)
}

export const splitIntoGroups = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, n) => all.slice(n * size, (n + 1) * size))
