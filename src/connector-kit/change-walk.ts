/**
 * The order in which lists are read whose own order is not documented. What changes during a walk can move behind the reader,
 * so a full walk ends with what has changed since it began; an incremental one reads the changes only. Neither may
 * end at a moment later than the one it began at.
 */
import { compareInstants, latestInstant } from './dates.ts'

export interface ChangeWalkCursor {
  /** Which of the walk's parts is being read. */
  part: number
  /** The place inside this part; null: its beginning. */
  inner: string | null
  /** Where the walk began, by our clock and with a margin. */
  startedAt: string
  /** The newest change that was seen. */
  newest: string | null
}

/** The vendor's clock may be behind ours. */
export const clockMarginMs = 300_000

export function beginWalk(now: Date, since: string | null): ChangeWalkCursor {
  const startedAt = new Date(now.getTime() - clockMarginMs).toISOString()
  return { part: 0, inner: null, startedAt, newest: since }
}

/** The bounds of a walk's parts, in order; null: everything. */
export function boundsOf({ startedAt }: ChangeWalkCursor, since: string | null): (string | null)[] {
  return since === null ? [null, startedAt] : [since]
}

/** Of a page of a full walk that reads changes only, up from `bound`: what changed lately comes there once more. */
export const comesAgain = (bound: string | null, since: string | null): { again?: true } =>
  since === null && bound !== null ? { again: true } : {}

/** The place after a page with rows that changed then; `next` is where its part goes on. */
export function afterPage(
  place: ChangeWalkCursor,
  changes: (string | null)[],
  next: string | null,
): ChangeWalkCursor {
  const newest = latestInstant([place.newest, ...changes])
  return next === null
    ? { ...place, part: place.part + 1, inner: null, newest }
    : { ...place, inner: next, newest }
}

/** Where the next incremental walk begins: at the newest change, unless that came while this walk was on its way. */
export function watermarkOf({ newest, startedAt }: ChangeWalkCursor): string | null {
  if (newest === null) return null
  return compareInstants(newest, startedAt) > 0 ? startedAt : newest
}
