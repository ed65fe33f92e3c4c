/**
 * Decides the order in which reservations are read. The list comes newest change first and continues after
 * the last row (`afterId`). Rows that change during a walk move to the top, behind the reader:
 * - a full walk therefore reads the top a second time, down to the newest change it began with;
 * - an incremental walk stops at the first row older than `since`; the next one starts where this one began.
 */
import { compareInstants, latestInstant, momentIn } from '../../connector-kit/dates.ts'
import { plainId } from '../../connector-kit/paginate.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'

export const pageSize = 100
// The next page continues after one of the last rows, counted from the end, best first: any may vanish or
// move to the top before that.
const anchorPositions = [1, 2, 3, 10, 50, 100]

export interface ReservationCursor {
  /** A full walk reads the top a second time. */
  again: boolean
  /** Rows older than this are not needed; null: all are. */
  bound: string | null
  /** The next incremental walk starts here. */
  watermark: string | null
  /** These are the ids of the last page's rows in order; empty at the top. */
  page: string[]
  /** The last row read changed at this time. */
  at: string | null
  /** The walk has returned this many rows. */
  given: number
  /** Rows of a full walk's first page that did not change are not returned twice. */
  first: string[]
}

export function beginWalk(since: string | null): ReservationCursor {
  return { again: false, bound: since, watermark: since, page: [], at: null, given: 0, first: [] }
}

/** A page has the rows not read before, and the vendor's remarks about them. */
export interface WalkRows {
  rows: unknown[]
  /** True if the vendor had less than a page left. */
  short: boolean
  /** The whole list has this many rows, if the vendor says. */
  total: number | null
}

export interface WalkStep {
  wanted: unknown[]
  next: ReservationCursor | null
  watermark: string | null
}

export function advance(place: ReservationCursor, answered: WalkRows): WalkStep {
  const { rows, total } = answered
  const started = startOf(place, rows)
  const newRows = rows.filter(
    (row) => isWithin(row, started.bound) && !(started.again && isKnown(started, row)),
  )
  const returnedCount = started.given + newRows.length
  const read: ReservationCursor = {
    ...started,
    given: returnedCount,
    at: changedAt(rows.at(-1)) ?? started.at,
    page: [...started.page, ...rows.map(plainId)].slice(-pageSize),
  }
  const ended = endsHere(started, answered, returnedCount)
  return { wanted: newRows, watermark: started.watermark, next: ended ? afterEnd(read, total) : read }
}

/** True if an answer starts at the top of the list, because the row to continue after has moved there. */
export function hasJumped(place: ReservationCursor, rows: unknown[]): boolean {
  const first = changedAt(rows[0])
  return place.at !== null && first !== null && compareInstants(first, place.at) > 0
}

export function anchorsOf({ page }: ReservationCursor): string[] {
  return anchorPositions.flatMap((position) => page.at(-position) ?? [])
}

/** Keeps the rows of an answer that lie below the last rows read, even if its anchor moved. */
export function unread(place: ReservationCursor, rows: unknown[]): unknown[] {
  return rows.filter((row) => {
    const time = changedAt(row)
    const isAbove = place.at !== null && time !== null && compareInstants(time, place.at) > 0
    return !isAbove && !place.page.includes(plainId(row))
  })
}

/**
 * Returns when a row last changed; null if unknown. The vendor sends `updatedOn` but does not document it.
 */
function changedAt(row: unknown): string | null {
  return momentIn(row, 'updatedOn') ?? momentIn(row, 'latestActivityOn')
}

/** Returns the time of a booking's last activity, messages included. */
export function activityOf(row: unknown): string | null {
  return momentIn(row, 'latestActivityOn') ?? momentIn(row, 'updatedOn')
}

/** On a walk's first page the newest change is stored, since the next walk has to begin there. */
function startOf(place: ReservationCursor, rows: unknown[]): ReservationCursor {
  if (place.again || place.page.length > 0) return place
  const newest = latestInstant([...rows.map(changedAt), place.bound])
  return { ...place, watermark: newest, first: place.bound === null ? rows.map(fingerprint) : [] }
}

function endsHere(
  place: ReservationCursor,
  { rows, short, total }: WalkRows,
  returnedCount: number,
): boolean {
  if (rows.length === 0) return true
  const last = changedAt(rows.at(-1))
  const isPast = place.bound !== null && last !== null && compareInstants(last, place.bound) < 0
  return (isPast && isNewestFirst(rows)) || (short && !isOwedMore(place, total, returnedCount))
}

/** True if a full walk has returned fewer rows than the vendor says there are. */
export function isOwedMore(
  place: ReservationCursor,
  total: number | null,
  returnedCount = place.given,
): boolean {
  return place.bound === null && total !== null && returnedCount < total
}

/** A full walk reads the top once more; then all promised rows must have come. */
function afterEnd(place: ReservationCursor, total: number | null): ReservationCursor | null {
  if (place.bound !== null && !place.again) return null
  if (!place.again) return { ...place, again: true, bound: place.watermark, page: [], at: null }
  if (total === null || place.given >= total) return null
  throw new VendorError('malformed', `the list of reservations ended after ${place.given} of ${total} rows`)
}

function isWithin(row: unknown, bound: string | null): boolean {
  const time = changedAt(row)
  return bound === null || time === null || compareInstants(time, bound) >= 0
}

// If the vendor ever sorts differently, an old row says nothing about those after it.
function isNewestFirst(rows: unknown[]): boolean {
  const times = rows.map(changedAt).filter((time) => time !== null)
  return times.every((time, index) => index === 0 || compareInstants(time, times[index - 1] ?? time) <= 0)
}

function isKnown(place: ReservationCursor, row: unknown): boolean {
  return place.first.includes(fingerprint(row))
}

function fingerprint(row: unknown): string {
  return `${plainId(row)}@${changedAt(row) ?? ''}`
}
