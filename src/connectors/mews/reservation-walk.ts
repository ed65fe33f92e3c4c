/**
 * Decides the order in which reservations are read. The vendor's lists come newest first; changed rows keep
 * their place, and new ones appear above the reader. Price and guest are records of their own that change
 * without the reservation. So a walk has several stages:
 * - `all`: every reservation; only in a full walk, whose later stages read changes since it began;
 * - `changed`: reservations updated since then;
 * - `priced`: reservations with an order item updated since then;
 * - `named`: reservations of customers updated since then.
 */
import { compareInstants, latestInstant, momentIn } from '../../connector-kit/dates.ts'
import { idOf } from './calls.ts'
import { instant } from './map.ts'

export type WalkStage = 'all' | 'changed' | 'priced' | 'named'

const after: Record<WalkStage, WalkStage | null> = {
  all: 'changed',
  changed: 'priced',
  priced: 'named',
  named: null,
}

/** The vendor's intervals are at most three months long. */
const windowDays = 80
// This many ids are kept to avoid reading rows twice; beyond that a second reading does no harm.
const mostGiven = 5000

export interface ReservationCursor {
  stage: WalkStage
  /** The time is the vendor's, to the second. */
  begunAt: string
  /** The later stages start here: at `since`, or when a full walk began. */
  bound: string
  /** The interval being read starts here. */
  from: string
  /** The vendor's cursor continues its list. */
  inner: string | null
  /** This is the newest change of any kind so far. */
  newest: string | null
  given: string[]
}

/** A page has these rows before prices and guests are added. */
export interface WalkRows {
  rows: unknown[]
  /** The rows changed at these times. */
  changes: (string | null)[]
  inner: string | null
}

export function beginWalk(since: string | null, now: string): ReservationCursor {
  // The vendor's times of change have whole seconds: a change in this second must not count as older than the
  // walk.
  const begunAt = Temporal.Instant.from(now)
    .round({ smallestUnit: 'second', roundingMode: 'floor' })
    .toString()
  const bound = since ?? begunAt
  const stage = since === null ? 'all' : 'changed'
  return { stage, begunAt, bound, from: bound, inner: null, newest: since, given: [] }
}

export function intervalOf({ from }: ReservationCursor): { StartUtc: string; EndUtc: string } {
  return { StartUtc: from, EndUtc: later(from) }
}

function later(from: string): string {
  return Temporal.Instant.from(from)
    .add({ hours: 24 * windowDays })
    .toString()
}

/** Drops rows that this walk has already returned in the same state. */
export function unread({ given, stage }: ReservationCursor, rows: unknown[]): unknown[] {
  const givenIds = new Set(given)
  return rows.filter((row) => !givenIds.has(stage === 'changed' ? version(row) : idOf(row)))
}

/** `read` is the position with this page included; `next` is where the walk continues. */
export function advance(
  place: ReservationCursor,
  { rows, changes, inner }: WalkRows,
): { read: ReservationCursor; next: ReservationCursor | null } {
  const newest = latestInstant([place.newest, ...changes, ...rows.map(changedAt)])
  const givenIds = [...place.given, ...marksOf(place, rows)].slice(-mostGiven)
  const read = { ...place, newest, given: givenIds, inner }
  if (inner !== null) return { read, next: read }
  const from = later(place.from)
  if (place.stage !== 'all' && compareInstants(from, place.begunAt) <= 0)
    return { read, next: { ...read, from } }
  const stage = after[place.stage]
  return { read, next: stage === null ? null : { ...read, stage, from: place.bound } }
}

/** The next incremental walk starts at the newest change, but never later than this walk began. */
export function watermarkOf({ newest, begunAt }: ReservationCursor): string {
  return newest === null || compareInstants(newest, begunAt) > 0 ? begunAt : newest
}

/** In a full walk only rows that changed after it began can come again. */
function marksOf({ stage, begunAt }: ReservationCursor, rows: unknown[]): string[] {
  if (stage !== 'all') return rows.flatMap((row) => [version(row), idOf(row)])
  const recent = rows.filter((row) => {
    const time = changedAt(row)
    return time !== null && compareInstants(time, begunAt) >= 0
  })
  return recent.map(version)
}

function version(row: unknown): string {
  return `${idOf(row)}@${changedAt(row) ?? ''}`
}

/** Returns when a row of any list last changed. */
export const changedAt = (row: unknown): string | null => momentIn(row, 'UpdatedUtc', instant)
