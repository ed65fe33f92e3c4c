/** What belongs to homes, read in the order of `change-walk.ts`: everything and then what changed, or the changes only. */
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
  /** What is read of a part, and when each of its rows changed; `since` null: all. */
  partOf(since: string | null): { nested: NestedList; changedAt(row: PropertyNode): string | null }
}

export interface ChangePage {
  rows: PropertyNode[]
  /** Of the part that the rows were read in. */
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
    // An account without anything has changed nothing since the walk began.
    watermark: watermarkOf(after) ?? after.startedAt,
    ...comesAgain(bound, since),
  }
}

/** The vendor's clock may be ahead of ours. */
const aheadMs = 24 * 3_600_000

/** A range of moments: the vendor wants both ends. */
export const rangeFrom = (since: string, now: Date): { from: string; to: string } => ({
  from: since,
  to: new Date(now.getTime() + aheadMs).toISOString(),
})

/** Lists that tell where they go on beside their rows. */
export const pageIn =
  (name: string): NestedList['pageOf'] =>
  (list) => ({ rows: listIn(list, name), next: cursorIn(list) })
