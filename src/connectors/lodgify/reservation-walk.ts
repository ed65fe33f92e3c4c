/** What is read in a walk: two lists, and in neither is the order documented. */
import { afterPage, boundsOf, type ChangeWalkCursor } from '../../connector-kit/change-walk.ts'
import { momentIn } from '../../connector-kit/dates.ts'
import { instant } from './map.ts'

export interface WalkPart {
  list: 'bookings' | 'enquiries'
  /** Changes later than this; null: everything. */
  changedSince: string | null
}

/** The parts of a walk, in order. */
export function partsOf(place: ChangeWalkCursor, since: string | null): WalkPart[] {
  return boundsOf(place, since).flatMap((changedSince): WalkPart[] => [
    { list: 'bookings', changedSince },
    { list: 'enquiries', changedSince },
  ])
}

/** The place after a page; `next` is where its part goes on. */
export function advance(place: ChangeWalkCursor, rows: unknown[], next: string | null): ChangeWalkCursor {
  const changes = rows.map((row) => momentIn(row, 'updated_at', instant))
  return afterPage(place, changes, next)
}

// Whether the moment itself is included is not documented, and moments are cut to seconds in some places.
const boundMarginMs = 1000

/** A bound as the vendor is asked with it. */
export function boundFor(since: string): string {
  return new Date(Date.parse(since) - boundMarginMs).toISOString()
}
