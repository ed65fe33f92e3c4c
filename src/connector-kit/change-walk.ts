/**
 * Walks lists whose order is undocumented. Rows changed during a full walk may move behind the reader, so it ends with the changes since
 * its start; an incremental walk reads only changes. The watermark is never later than the walk's start.
 */
import { compareInstants, latestInstant } from './dates.ts'
import { readCursor, writeCursor } from './paginate.ts'
import type { VendorContext } from './vendor-context.ts'

export interface ChangeWalkCursor {
  /** This part of the walk is being read. */
  part: number
  /** The cursor continues this part; null at its beginning. */
  inner: string | null
  /** This is the walk's start by our clock, minus a margin. */
  startedAt: string
  /** The newest change so far sets the next watermark. */
  newest: string | null
}

/** The vendor's clock may be behind ours. */
export const clockMarginMs = 300_000

export function beginWalk(now: Date, since: string | null): ChangeWalkCursor {
  const startedAt = new Date(now.getTime() - clockMarginMs).toISOString()
  return { part: 0, inner: null, startedAt, newest: since }
}

/** Returns the lower bounds of the walk's parts, in order; null means everything. */
export function boundsOf({ startedAt }: ChangeWalkCursor, since: string | null): (string | null)[] {
  return since === null ? [null, startedAt] : [since]
}

/** True for the part of a full walk that reads recent changes a second time. */
export const comesAgain = (bound: string | null, since: string | null): { again?: true } =>
  since === null && bound !== null ? { again: true } : {}

/** Returns the cursor after a page with changes at these times; `next` continues its part. */
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

/** Returns the start of the next incremental walk: the newest change, unless it came during this walk. */
export function watermarkOf({ newest, startedAt }: ChangeWalkCursor): string | null {
  if (newest === null) return null
  return compareInstants(newest, startedAt) > 0 ? startedAt : newest
}

interface ChangeRows<Kept> {
  rows: unknown[]
  next: string | null
  /** The number of rows in the whole list, if it is known. */
  total?: number | null
  /** The vendor's own time of this answer; only that tells what it will call a later change. */
  answeredAt?: string | null
  /** The read of the next page gets this, until the part of the walk ends. */
  kept?: Kept
}

/**
 * Reads one page of a walk. `read` gets the part of the walk with its lower bound, null for everything. Returns the page, and in `walk` what
 * stands beside the records.
 */
export async function changePage<Kept = never>(
  context: VendorContext,
  { cursor, since }: { cursor: string | null; since: string | null },
  changedAt: (row: unknown) => string | null,
  read: (part: ChangeWalkCursor & { kept?: Kept; bound: string | null }) => Promise<ChangeRows<Kept>>,
) {
  const place = readCursor<ChangeWalkCursor & { kept?: Kept }>(cursor, beginWalk(context.now(), since))
  const bounds = boundsOf(place, since)
  const bound = bounds[place.part] ?? null
  const page = await read({ ...place, bound })
  const { rows, next, total = null, answeredAt = null, kept } = page
  const startedAt = (cursor === null ? answeredAt : null) ?? place.startedAt
  const { kept: _, ...begun } = place
  const reached = afterPage({ ...begun, startedAt }, rows.map(changedAt), next)
  const walk = {
    next: reached.part < bounds.length ? writeCursor(next === null ? reached : { ...reached, kept }) : null,
    watermark: watermarkOf(reached),
    ...comesAgain(bound, since),
    ...(bound === null && total !== null ? { expected: total } : {}),
  }
  return { rows, bound, isLast: next === null, startedAt, kept, walk }
}
