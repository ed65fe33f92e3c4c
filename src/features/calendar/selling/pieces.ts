/** How a channel's calendar is split into pieces of work. Pure. */
import type { CalendarWrites } from '../../../connector-kit/calendar-write-operations.ts'
import type { PlannedChange } from '../../../upstream/nights/plan.ts'
import type { SendableNight } from './sendable-night.ts'

/** About two months: at 70 calls a minute with 31 nights each a piece takes seconds, and a sale meanwhile waits no longer. */
export const nightsPerPiece = 62

/** A call carries nights of one month, across listings. */
export const isMonthly = ({ listings, within }: CalendarWrites['batch']): boolean =>
  within === 'month' && listings === 'many'

/**
 * The nights sent before new sales are looked up again: one month of all listings, or the whole calendar of one, by
 * what a call carries.
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

/** How many calls that close sold nights run side by side. */
export const maxClosingCalls = 4

/** Puts the batch with the longest-waiting night first, so that one busy listing cannot starve others. */
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
