/** A walk reads two lists, whose order is not documented. */
import { afterPage, boundsOf, type ChangeWalkCursor } from '../../connector-kit/change-walk.ts'
import { momentIn } from '../../connector-kit/dates.ts'
import { instant } from './map.ts'

export interface WalkPart {
  list: 'bookings' | 'enquiries'
  /** The part reads changes later than this; null reads everything. */
  changedSince: string | null
}

export function partsOf(place: ChangeWalkCursor, since: string | null): WalkPart[] {
  return boundsOf(place, since).flatMap((changedSince): WalkPart[] => [
    { list: 'bookings', changedSince },
    { list: 'enquiries', changedSince },
  ])
}

/** Returns the position after a page; `next` continues its part. */
export function advance(place: ChangeWalkCursor, rows: unknown[], next: string | null): ChangeWalkCursor {
  const changes = rows.map((row) => momentIn(row, 'updated_at', instant))
  return afterPage(place, changes, next)
}

// The vendor does not document if the moment itself is included, and cuts moments to seconds in some places.
const boundMarginMs = 1000

/** Formats a bound for the vendor, with the margin. */
export function boundFor(since: string): string {
  return new Date(Date.parse(since) - boundMarginMs).toISOString()
}
