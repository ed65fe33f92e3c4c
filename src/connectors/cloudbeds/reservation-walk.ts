/**
 * An incremental walk filters by time of change, a full one by time of booking: the order of the vendor's
 * list is not documented.
 */
import { beginWalk as beginChangeWalk, clockMarginMs } from '../../connector-kit/change-walk.ts'
import type { ChangeWalkCursor as ChangePlace } from '../../connector-kit/change-walk.ts'
import { compareInstants, momentIn } from '../../connector-kit/dates.ts'

/** `since` null reads everything, otherwise rows changed at or after it. */
export type ReservationCursor = ChangePlace & { since: string | null }

export const beginWalk = (now: Date, since: string | null): ReservationCursor => ({
  ...beginChangeWalk(now, since),
  since,
})

// Bounds have no zone. If the vendor reads them by the property's clock, that is at most twelve hours behind
// UTC.
const zoneMarginMs = 12 * 3_600_000

export function queryOf({ since, startedAt }: ReservationCursor): Record<string, string> {
  if (since !== null) return { modifiedFrom: moment(Date.parse(since) - zoneMarginMs) }
  // Without an end the list may stop at bookings made until today.
  const until = Date.parse(startedAt) + 2 * 86_400_000
  return { resultsFrom: '2000-01-01 00:00:00', resultsTo: moment(until) }
}

/** Finds bookings made between two moments, with a margin on both sides. */
export function bookedBetween(from: Date, to: Date): Record<string, string> {
  const margin = zoneMarginMs + clockMarginMs
  // Clocks can be ahead of UTC by up to fourteen hours.
  return { resultsFrom: moment(from.getTime() - margin), resultsTo: moment(to.getTime() + 2 * margin) }
}

/** Drops rows that only the wider bound matched; a row without a time of change stays. */
export function isInWalk({ since }: ReservationCursor, row: unknown): boolean {
  const at = changedAt(row)
  return since === null || at === null || compareInstants(at, cutToSecond(since)) >= 0
}

export const changedAt = (row: unknown): string | null => momentIn(row, 'dateModifiedUTC')

function moment(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
}

/** The vendor's times of change have whole seconds. */
function cutToSecond(instant: string): string {
  return Temporal.Instant.from(instant).round({ smallestUnit: 'second', roundingMode: 'floor' }).toString()
}
