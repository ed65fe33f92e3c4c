/**
 * What is asked for in a walk, by when reservations changed, or for everything by when they were booked: the order of the
 * vendor's list is not documented.
 */
import { beginWalk as beginChangeWalk, clockMarginMs } from '../../connector-kit/change-walk.ts'
import type { ChangeWalkCursor as ChangePlace } from '../../connector-kit/change-walk.ts'
import { compareInstants, momentIn } from '../../connector-kit/dates.ts'

/** `since`: what changed at or after this is being read; null: everything. */
export type ReservationCursor = ChangePlace & { since: string | null }

export const beginWalk = (now: Date, since: string | null): ReservationCursor => ({
  ...beginChangeWalk(now, since),
  since,
})

// Bounds have no zone. Should they be read by the property's clock, that is twelve hours behind UTC at most.
const zoneMarginMs = 12 * 3_600_000

export function queryOf({ since, startedAt }: ReservationCursor): Record<string, string> {
  if (since !== null) return { modifiedFrom: moment(Date.parse(since) - zoneMarginMs) }
  // Unless told, the list may end with what was booked until today.
  const until = Date.parse(startedAt) + 2 * 86_400_000
  return { resultsFrom: '2000-01-01 00:00:00', resultsTo: moment(until) }
}

/** Bookings made between two moments, and a little more on both sides. */
export function bookedBetween(from: Date, to: Date): Record<string, string> {
  const margin = zoneMarginMs + clockMarginMs
  // Clocks ahead of UTC are so by up to fourteen hours.
  return { resultsFrom: moment(from.getTime() - margin), resultsTo: moment(to.getTime() + 2 * margin) }
}

/** What the wider bound brought too much; a row that does not say when it changed stays. */
export function wanted({ since }: ReservationCursor, row: unknown): boolean {
  const at = changedAt(row)
  return since === null || at === null || compareInstants(at, cutToSecond(since)) >= 0
}

export const changedAt = (row: unknown): string | null => momentIn(row, 'dateModifiedUTC')

function moment(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
}

/** The vendor writes changes to the second. */
function cutToSecond(instant: string): string {
  return Temporal.Instant.from(instant).round({ smallestUnit: 'second', roundingMode: 'floor' }).toString()
}
