/**
 * Finds changed rows although the vendor documents no order, filters by whole days, and cuts times of change
 * to minutes.
 */
import { afterPage, type ChangeWalkCursor } from '../../connector-kit/change-walk.ts'
import { addDays, compareInstants, momentIn } from '../../connector-kit/dates.ts'

/** Returns the position after a page; `next` continues its part. */
export function advance(place: ChangeWalkCursor, rows: unknown[], next: string | null): ChangeWalkCursor {
  return afterPage(place, rows.map(changedAt), next)
}

/** Returns the day to filter by, one earlier: the vendor does not document in which zone it counts days. */
export function firstDay(since: string): string {
  return addDays(since.slice(0, 10), -1)
}

/** True if a row may have changed at or after a moment; times are cut to minutes, and may be missing. */
export function isChangedSince(row: unknown, since: string): boolean {
  const changed = changedAt(row)
  if (changed === null) return true
  const minute = new Date(Math.floor(Date.parse(since) / 60_000) * 60_000).toISOString()
  return compareInstants(changed, minute) >= 0
}

// Some answers spell the field with a hyphen.
const changedAt = (row: unknown): string | null => momentIn(row, 'modifiedAt') ?? momentIn(row, 'modified-at')
