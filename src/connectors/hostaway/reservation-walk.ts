/**
 * The order in which reservations are read. The list comes newest change first and goes on after the last row
 * (`afterId`). Whatever changes during a walk moves to the top, behind the reader:
 *   - a full walk therefore reads the top a second time, down to the newest change it began with;
 *   - an incremental walk stops at the first row older than `since`; the next one starts where this one began.
 */
import { compareInstants, latestInstant, momentIn } from '../../connector-kit/dates.ts'
import { plainId } from '../../connector-kit/paginate.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'

export const pageSize = 100
// Which of the last rows to go on after, counted from the end, best first: any of them can vanish, or change and move
// to the top, before the next page is asked for.
const anchorPositions = [1, 2, 3, 10, 50, 100]

export interface ReservationCursor {
  /** The second time at the top of a full walk. */
  again: boolean
  /** Rows older than this are not wanted; null: all are. */
  bound: string | null
  /** Where the next incremental walk starts. */
  watermark: string | null
  /** Ids of the last rows in their order, a page of them; empty: from the top. */
  page: string[]
  /** Change time of the last row read. */
  at: string | null
  /** How many rows were given out. */
  given: number
  /** The first page of a full walk, so that rows which did not change are not given out twice. */
  first: string[]
}

export function beginWalk(since: string | null): ReservationCursor {
  return { again: false, bound: since, watermark: since, page: [], at: null, given: 0, first: [] }
}

/** What came for a place: the rows not read before, and what the vendor says around them. */
export interface WalkRows {
  rows: unknown[]
  /** The vendor had less than a page left. */
  short: boolean
  /** How many rows the whole list has, where it says so. */
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
  const wanted = rows.filter(
    (row) => isWithin(row, started.bound) && !(started.again && isKnown(started, row)),
  )
  const given = started.given + wanted.length
  const read: ReservationCursor = {
    ...started,
    given,
    at: changedAt(rows.at(-1)) ?? started.at,
    page: [...started.page, ...rows.map(plainId)].slice(-pageSize),
  }
  const ended = endsHere(started, answered, given)
  return { wanted, watermark: started.watermark, next: ended ? afterEnd(read, total) : read }
}

/** Whether an answer starts at the top of the list, because the row to go on after has moved there. */
export function hasJumped(place: ReservationCursor, rows: unknown[]): boolean {
  const first = changedAt(rows[0])
  return place.at !== null && first !== null && compareInstants(first, place.at) > 0
}

export function anchorsOf({ page }: ReservationCursor): string[] {
  return anchorPositions.flatMap((position) => page.at(-position) ?? [])
}

/** The rows of an answer that lie further down than the last rows, wherever its anchor has gone. */
export function unread(place: ReservationCursor, rows: unknown[]): unknown[] {
  return rows.filter((row) => {
    const time = changedAt(row)
    const isAbove = place.at !== null && time !== null && compareInstants(time, place.at) > 0
    return !isAbove && !place.page.includes(plainId(row))
  })
}

/** When a row changed last; null when it does not say. `updatedOn` is sent but stands in no field table. */
function changedAt(row: unknown): string | null {
  return momentIn(row, 'updatedOn') ?? momentIn(row, 'latestActivityOn')
}

/** When something last happened to a booking, messages included. */
export function activityOf(row: unknown): string | null {
  return momentIn(row, 'latestActivityOn') ?? momentIn(row, 'updatedOn')
}

/** On the first page of a walk: the newest change there is, which the next walk has to begin at. */
function startOf(place: ReservationCursor, rows: unknown[]): ReservationCursor {
  if (place.again || place.page.length > 0) return place
  const newest = latestInstant([...rows.map(changedAt), place.bound])
  return { ...place, watermark: newest, first: place.bound === null ? rows.map(fingerprint) : [] }
}

function endsHere(place: ReservationCursor, { rows, short, total }: WalkRows, given: number): boolean {
  if (rows.length === 0) return true
  const last = changedAt(rows.at(-1))
  const isPast = place.bound !== null && last !== null && compareInstants(last, place.bound) < 0
  return (isPast && isNewestFirst(rows)) || (short && !isOwedMore(place, total, given))
}

/** Whether a full walk has not yet come to as many rows as the vendor says there are. */
export function isOwedMore(place: ReservationCursor, total: number | null, given = place.given): boolean {
  return place.bound === null && total !== null && given < total
}

/** A full walk goes to the top once more; then everything that was promised must have come. */
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

// If the vendor ever sorts in another way, an old row says nothing about those after it.
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
