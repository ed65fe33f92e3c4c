/**
 * The order in which reservations are read. The order of the vendor's list is not documented, so a full walk ends with
 * what has changed since it began; an incremental one reads the changes only.
 */
import { compareInstants, latestInstant, utcInstant } from '../../connector-kit/dates.ts'

export interface Place {
  /** null: everything is being read; otherwise what changed at or after this. */
  since: string | null
  inner: string | null
  /** Where the walk began, by our clock and with a margin. */
  startedAt: string
  newest: string | null
}

// The vendor's clock may be behind ours.
const clockMarginMs = 300_000
// Bounds have no zone. Should they be read by the property's clock, that is twelve hours behind UTC at most.
const zoneMarginMs = 12 * 3_600_000

export function beginWalk(now: Date, since: string | null): Place {
  const startedAt = new Date(now.getTime() - clockMarginMs).toISOString()
  return { since, inner: null, startedAt, newest: since }
}

export function queryOf({ since, startedAt }: Place): Record<string, string> {
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
export function wanted({ since }: Place, row: unknown): boolean {
  const at = changedAt(row)
  return since === null || at === null || compareInstants(at, cutToSecond(since)) >= 0
}

export function advance(
  place: Place,
  rows: unknown[],
  inner: string | null,
): { read: Place; next: Place | null } {
  const read = { ...place, newest: latestInstant([place.newest, ...rows.map(changedAt)]) }
  if (inner !== null) return { read, next: { ...read, inner } }
  return { read, next: place.since === null ? { ...read, since: place.startedAt, inner: null } : null }
}

/** Where the next incremental walk begins: at the newest change, unless that came while this walk was on its way. */
export function watermarkOf({ newest, startedAt }: Place): string {
  return newest === null || compareInstants(newest, startedAt) > 0 ? startedAt : newest
}

function moment(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
}

/** The vendor writes changes to the second. */
function cutToSecond(instant: string): string {
  return Temporal.Instant.from(instant).round({ smallestUnit: 'second', roundingMode: 'floor' }).toString()
}

// A walk must not stumble over a row that cannot be mapped.
function changedAt(row: unknown): string | null {
  const value =
    typeof row === 'object' && row !== null && 'dateModifiedUTC' in row ? row.dateModifiedUTC : null
  try {
    return typeof value === 'string' ? utcInstant(value) : null
  } catch {
    return null
  }
}
