/**
 * The order in which reservations are read: by the time of their last change, or by when they were made, oldest first. Every page begins at the
 * time at which the one before it ended, not at a position: what changes during the walk moves to the end and is read
 * there, and nothing that vanishes can move the rest past the reader. Rows that share one moment are told apart by
 * their ids, and where a page is full of them, by position.
 */
import { compareInstants, latestInstant, momentIn } from '../../connector-kit/dates.ts'
import { idOf } from './envelope.ts'
import type { EnvelopeRows } from './envelope.ts'

export const pageSize = 100
// Rows read again where a page goes on by position, because others may have left the list before them.
const overlap = 3

export interface ReservationCursor {
  /** The time that rows are sorted by; of their last change unless told. */
  sortedBy?: 'createdAt'
  /** Rows that changed before this are not wanted or were read; null: from the beginning. */
  from: string | null
  /** Rows to pass over after that. */
  skip: number
  /** Ids that were read of rows with exactly that time, or of rows without any. */
  known: string[]
  /** Where the next incremental walk starts. */
  watermark: string | null
  /** The vendor does not sort as asked for, so that only positions can be relied on. */
  isUnsorted: boolean
}

/** Says where a walk is and by which interface; the older list is the default. */
export type StayCursor = ReservationCursor & {
  by?: 'newer' | 'updated' | 'coming' | 'changes' | 'older'
  /** The next incremental walk starts here. */
  mark?: string
  /** The older list counts this many rows. */
  promised?: number | null
  /** So many rows came so far. */
  given?: number
  /** The newest moment that a row of the newer interface names so far. */
  newest?: string | null
  /** Rows that changed before this are left out. */
  since?: string
}

export function beginWalk(since: string | null): ReservationCursor {
  return { from: since, skip: 0, known: [], watermark: since, isUnsorted: false }
}

/** The filter for a place: everything at or after its time. The vendor has `$gt` but no `$gte` that is documented. */
export function filterOf({ from, sortedBy }: ReservationCursor): string | undefined {
  if (from === null) return undefined
  const before = Temporal.Instant.from(from).subtract({ milliseconds: 1 })
  const value = before.toString({ fractionalSecondDigits: 3 })
  return JSON.stringify([{ field: sortedBy ?? 'lastUpdatedAt', operator: '$gt', value }])
}

export interface WalkStep {
  /** Rows that were not read before. */
  fresh: unknown[]
  next: ReservationCursor | null
  watermark: string | null
}

export function advance(place: ReservationCursor, answer: EnvelopeRows): WalkStep {
  const { rows } = answer
  const fresh = rows.filter((row) => !(place.known.includes(idOf(row)) && isAtStart(place, row)))
  const watermark = latestInstant([place.watermark, ...rows.map((row) => timeOf(place, row))])
  if (isEnd(place, answer)) return { fresh, next: null, watermark }
  return { fresh, next: { ...following(place, rows), watermark }, watermark }
}

/** When a row changed last; null when it does not say. */
export const changedAt = (row: unknown): string | null => timeOf({}, row)

const timeOf = ({ sortedBy }: Pick<ReservationCursor, 'sortedBy'>, row: unknown): string | null =>
  momentIn(row, sortedBy ?? 'lastUpdatedAt')

function following(place: ReservationCursor, rows: unknown[]): Omit<ReservationCursor, 'watermark'> {
  const isUnsorted = place.isUnsorted || !isOldestFirst(place, rows)
  const last = timeOf(place, rows.at(-1))
  const moves = last !== null && (place.from === null || compareInstants(last, place.from) > 0)
  if (moves && !isUnsorted) {
    const sameMoment = rows.filter((row) => timeOf(place, row) === last)
    return { from: last, skip: 0, known: sameMoment.map(idOf), isUnsorted }
  }
  // Never standing still, however small the page.
  const skip = place.skip + Math.max(1, rows.length - overlap)
  const known = isUnsorted ? rows.map(idOf) : [...place.known, ...rows.map(idOf)]
  return { from: place.from, skip, known, isUnsorted }
}

function isEnd(place: ReservationCursor, { rows, total, limit, more }: EnvelopeRows): boolean {
  if (rows.length === 0) return true
  if (more === true) return false
  // A full page is never taken for the last: what vendors call a count is sometimes that of the page.
  const isShort = rows.length < Math.min(limit ?? pageSize, pageSize)
  return isShort && (total === null || place.skip + rows.length >= total)
}

/** A row that was read before and has changed since is news. */
function isAtStart(place: ReservationCursor, row: unknown): boolean {
  const time = timeOf(place, row)
  if (place.isUnsorted || time === null || place.from === null) return true
  return compareInstants(time, place.from) === 0
}

// Rows without a time come first, as databases sort.
function isOldestFirst(place: ReservationCursor, rows: unknown[]): boolean {
  const times = rows.map((row) => timeOf(place, row)).filter((time) => time !== null)
  return times.every((time, index) => index === 0 || compareInstants(time, times[index - 1] ?? time) >= 0)
}
