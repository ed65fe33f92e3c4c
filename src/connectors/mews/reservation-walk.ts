/**
 * The order in which reservations are read. The vendor's lists come newest first; what changes meanwhile keeps its
 * place, what is new stands above the reader. Price and guest are records of their own that change without the
 * reservation changing. So a walk has several stages:
 *   - `all`: every reservation; only in a full walk, whose later stages read what changed since it began;
 *   - `changed`: reservations updated since then;
 *   - `priced`: reservations with an order item updated since then;
 *   - `named`: reservations of customers updated since then.
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
// Ids that are remembered so as not to be read twice; above this a second reading does no harm.
const mostGiven = 5000

export interface ReservationCursor {
  stage: WalkStage
  /** By the vendor's clock, to the second. */
  begunAt: string
  /** Where the later stages start: at `since`, or when a full walk began. */
  bound: string
  /** Start of the interval that is being read. */
  from: string
  /** The vendor's own place in its list. */
  inner: string | null
  /** The newest change seen, of whatever kind. */
  newest: string | null
  given: string[]
}

/** What came for a place, before it is completed with prices and guests. */
export interface WalkRows {
  rows: unknown[]
  /** When what was read changed. */
  changes: (string | null)[]
  inner: string | null
}

export function beginWalk(since: string | null, now: string): ReservationCursor {
  // The vendor writes changes to the second: one made in this second must not count as older than the walk.
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

/** The rows of a reading that this walk has not given out yet as they stand. */
export function unread({ given, stage }: ReservationCursor, rows: unknown[]): unknown[] {
  const known = new Set(given)
  return rows.filter((row) => !known.has(stage === 'changed' ? version(row) : idOf(row)))
}

/** `read`: the place with what came taken in; `next`: where to go on. */
export function advance(
  place: ReservationCursor,
  { rows, changes, inner }: WalkRows,
): { read: ReservationCursor; next: ReservationCursor | null } {
  const newest = latestInstant([place.newest, ...changes, ...rows.map(changedAt)])
  const given = [...place.given, ...marksOf(place, rows)].slice(-mostGiven)
  const read = { ...place, newest, given, inner }
  if (inner !== null) return { read, next: read }
  const from = later(place.from)
  if (place.stage !== 'all' && compareInstants(from, place.begunAt) <= 0)
    return { read, next: { ...read, from } }
  const stage = after[place.stage]
  return { read, next: stage === null ? null : { ...read, stage, from: place.bound } }
}

/** Where the next incremental walk starts: at the newest change, but never later than this walk began. */
export function watermarkOf({ newest, begunAt }: ReservationCursor): string {
  return newest === null || compareInstants(newest, begunAt) > 0 ? begunAt : newest
}

/** Of a full walk only rows that changed after it began can come again. */
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

/** When a row of any list changed last. */
export const changedAt = (row: unknown): string | null => momentIn(row, 'UpdatedUtc', instant)
