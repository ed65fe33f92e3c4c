/**
 * The next page is read while the last one is stored, so vendor, process and database work at once. It counts only if
 * nothing else was done for the connection meanwhile.
 */
import {
  type AheadRequest,
  type PageReading,
  contextOf,
  type SyncTurn,
  type WalkPage,
} from '../state/turn.ts'
import { isHeldBack, type CallLane } from '../../../connector-kit/ratelimit.ts'
import { askedFor } from '../state/fetch-queries.ts'
import { readsEverything } from '../run/begin-run.ts'
import { isImport } from '../run/imports.ts'
import type { SyncRunRow } from '../state/run-queries.ts'
import { withOverlap } from '../state/rules.ts'
import type { WalkEntity } from '../state/cadence.ts'
import { readRows } from './as-stored.ts'
import { walks } from './walks.ts'

const isFor = (ahead: AheadRequest, run: SyncRunRow, entity: string): boolean =>
  ahead.runId === run.id && ahead.entity === entity && ahead.cursor === cursorOf(run, ahead.entity)

/** Returns whether the next step finds its page read. Other work may make a page out of date, so it is dropped then. */
export async function findsAhead(
  turn: SyncTurn,
  ahead: AheadRequest,
  run: SyncRunRow,
  entity: string,
): Promise<boolean> {
  const read = isFor(ahead, run, entity) ? await ahead.read : undefined
  if (read !== undefined && (read.status === 'fulfilled' || !isHeldBack(read.reason))) return true
  turn.ahead = null
  return false
}

const cursorOf = (run: SyncRunRow, entity: WalkEntity) => run.resume[entity]?.cursor ?? null

/** Reads the page the run stands at. */
async function readPage(turn: SyncTurn, run: SyncRunRow, entity: WalkEntity): Promise<PageReading> {
  const { ahead } = turn
  turn.ahead = null
  if (ahead !== null && isFor(ahead, run, entity)) {
    const read = await ahead.read
    if (read.status === 'fulfilled') return read.value
    throw read.reason
  }
  return pageAt(turn, run, entity, cursorOf(run, entity))
}

/**
 * Starts reading the next page. Not if the vendor must first hear that this one was stored, or its limit leaves no
 * room.
 */
export function readAhead(
  turn: SyncTurn,
  run: SyncRunRow,
  entity: WalkEntity,
  { next, acknowledge }: WalkPage,
): void {
  if (next === null || acknowledge !== undefined || !readsEverything(run) || turn.ahead !== null) return
  turn.calls.first = { waitedMs: 0, longestWaitMs: 0 }
  const read = Promise.allSettled([pageAt(turn, run, entity, next)])
  turn.ahead = { runId: run.id, entity, cursor: next, read: read.then(([settled]) => settled) }
}

/** Pages without news are combined for this long; other work of the account waits meanwhile. */
const togetherMs = 400

/**
 * Reads the run's page, and following ones up to the first with news. They are stored together; after a kill they are
 * read again.
 */
export async function readUpToNews(
  turn: SyncTurn,
  run: SyncRunRow,
  entity: WalkEntity,
): Promise<PageReading> {
  let read = await readPage(turn, run, entity)
  for (
    const endsAt = performance.now() + togetherMs;
    isWithoutNews(read.page) && performance.now() < endsAt;
  ) {
    readAhead(turn, run, entity, read.page)
    const next = await turn.ahead?.read
    // It was held back or failed; the next step finds out.
    if (next?.status !== 'fulfilled') break
    turn.ahead = null
    read = joined(read, next.value)
  }
  return read
}

const isWithoutNews = ({ unchanged, externalIds, next, acknowledge }: WalkPage): boolean =>
  externalIds.length > 0 && unchanged.length === externalIds.length && next !== null && !acknowledge

/** Records requested since the first page was read are read by themselves. */
const joined = (before: PageReading, { page, digests, blocks }: PageReading): PageReading => ({
  asked: before.asked,
  digests,
  blocks: before.blocks.union(blocks),
  page: {
    ...page,
    externalIds: [...before.page.externalIds, ...page.externalIds],
    unchanged: [...before.page.unchanged, ...page.unchanged],
    expected: page.expected ?? before.page.expected,
  },
})

async function pageAt(
  turn: SyncTurn,
  run: SyncRunRow,
  entity: WalkEntity,
  cursor: string | null,
): Promise<PageReading> {
  const { connector, connection, scope, environment } = turn
  const watermark = connection.watermarks[entity]
  const since =
    run.bounds[entity]?.since !== undefined && readsEverything(run)
      ? run.bounds[entity].since
      : readsEverything(run) || watermark === undefined
        ? null
        : withOverlap(watermark, connector.manifest.sync.overlapSeconds)
  const asked = await askedFor(environment.services.db, scope, connection.id, entity)
  const { digests, blocks, asStored } = readRows(turn, run)
  const context = { ...contextOf(turn, laneOf(run, entity, cursor)), asStored }
  const page = await walks[entity].page(connector.operations, context, { cursor, since })
  if (page.next !== null && page.next === cursor)
    throw new Error(`the list of ${entity} goes round in circles`)
  return { page, asked, digests, blocks }
}

/** News stand on the first page of changes. Later pages may be many, so they leave room like a full pass. */
const laneOf = (run: SyncRunRow, entity: WalkEntity, cursor: string | null): CallLane =>
  isImport(run) || (run.kind === 'incremental' && cursor === null) ? walks[entity].lane : 'history'
