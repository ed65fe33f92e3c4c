/**
 * The order in which bookings are read. The vendor documents no order of its list, and its filter by changes takes
 * days. What changes during a walk can move behind the reader, so a full walk ends with what has changed since it
 * began; an incremental one reads the changes only. Neither may end at a moment later than the one it began at.
 */
import { addDays, compareInstants, latestInstant, utcInstant } from '../../connector-kit/dates.ts'

export interface Place {
  /** Which of the walk's parts is being read. */
  part: number
  /** The place inside this part; null: its beginning. */
  inner: string | null
  /** Where the walk began, by our clock and with a margin. */
  startedAt: string
  /** The newest change that was seen. */
  newest: string | null
}

// The vendor's clock may be behind ours.
const clockMarginMs = 300_000

export function beginWalk(now: Date, since: string | null): Place {
  const startedAt = new Date(now.getTime() - clockMarginMs).toISOString()
  return { part: 0, inner: null, startedAt, newest: since }
}

/** The bounds of a walk's parts, in order; null: everything. */
export function partsOf({ startedAt }: Place, since: string | null): (string | null)[] {
  return since === null ? [null, startedAt] : [since]
}

/** The place after a page; `next` is where its part goes on. */
export function advance(place: Place, rows: unknown[], next: string | null): Place {
  const newest = latestInstant([place.newest, ...rows.map(changedAt)])
  return next === null
    ? { ...place, part: place.part + 1, inner: null, newest }
    : { ...place, inner: next, newest }
}

/** Where the next incremental walk begins: at the newest change, unless that came while this walk was on its way. */
export function watermarkOf({ newest, startedAt }: Place): string | null {
  if (newest === null) return null
  return compareInstants(newest, startedAt) > 0 ? startedAt : newest
}

/** The day to ask for. One earlier: in which zone the vendor counts days is not documented. */
export function firstDay(since: string): string {
  return addDays(since.slice(0, 10), -1)
}

/** Whether a row changed at or after a moment; stamps are cut to minutes. Without a stamp it may have. */
export function isChangedSince(row: unknown, since: string): boolean {
  const changed = changedAt(row)
  if (changed === null) return true
  const minute = new Date(Math.floor(Date.parse(since) / 60_000) * 60_000).toISOString()
  return compareInstants(changed, minute) >= 0
}

// A walk must not stumble over a row that cannot be mapped.
function changedAt(row: unknown): string | null {
  const value = typeof row === 'object' && row !== null && 'modifiedAt' in row ? row.modifiedAt : null
  try {
    return typeof value === 'string' ? utcInstant(value) : null
  } catch {
    return null
  }
}
