/**
 * What changed when, as the vendor tells it: it documents no order of its list, its filter by changes takes days, and its
 * stamps are cut to minutes.
 */
import { afterPage, type ChangeWalkCursor } from '../../connector-kit/change-walk.ts'
import { addDays, compareInstants, momentIn } from '../../connector-kit/dates.ts'

/** The place after a page; `next` is where its part goes on. */
export function advance(place: ChangeWalkCursor, rows: unknown[], next: string | null): ChangeWalkCursor {
  return afterPage(place, rows.map(changedAt), next)
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

// Spelled with a hyphen in some answers that were seen.
const changedAt = (row: unknown): string | null => momentIn(row, 'modifiedAt') ?? momentIn(row, 'modified-at')
