/**
 * Reads what belongs to homes in the order of `change-walk.ts`: everything and then changes, or changes only.
 */
import { listIn } from '../../connector-kit/answers.ts'
import {
  afterPage,
  beginWalk,
  boundsOf,
  comesAgain,
  watermarkOf,
  type ChangeWalkCursor,
} from '../../connector-kit/change-walk.ts'
import type { VendorContext } from '../../connector-kit/connector.ts'
import { type RowFailure, readCursor, writeCursor } from '../../connector-kit/paginate.ts'
import { cursorIn, nestedPage, type NestedList, type PropertyNode } from './property-walk.ts'

export interface ChangeWalk {
  /** A part reads rows and says when each changed; `since` null reads all. */
  partOf(since: string | null): { nested: NestedList; changedAt(row: PropertyNode): string | null }
}

export interface ChangePage {
  rows: PropertyNode[]
  /** The rows were read in the part with this bound. */
  since: string | null
  failures: RowFailure[]
  next: string | null
  watermark: string
  again?: true
}

export async function changePage(
  context: VendorContext,
  { partOf }: ChangeWalk,
  { cursor, since }: { cursor: string | null; since: string | null },
): Promise<ChangePage> {
  const place = readCursor<ChangeWalkCursor>(cursor, beginWalk(context.now(), since))
  const bounds = boundsOf(place, since)
  const bound = bounds[place.part] ?? null
  const { nested, changedAt } = partOf(bound)
  const { rows, failures, next } = await nestedPage(context, nested, place.inner)
  const after = afterPage(place, rows.map(changedAt), next)
  return {
    rows,
    since: bound,
    failures,
    next: after.part >= bounds.length ? null : writeCursor(after),
    // In an account without records nothing changed since the walk began.
    watermark: watermarkOf(after) ?? after.startedAt,
    ...comesAgain(bound, since),
  }
}

/** The vendor's clock may be ahead of ours. */
const aheadMs = 24 * 3_600_000

/** The vendor requires both ends of a range of moments. */
export const rangeFrom = (since: string, now: Date): { from: string; to: string } => ({
  from: since,
  to: new Date(now.getTime() + aheadMs).toISOString(),
})

/** Reads lists that have their cursor beside their rows. */
export const pageIn =
  (name: string): NestedList['pageOf'] =>
  (list) => ({ rows: listIn(list, name), next: cursorIn(list) })
