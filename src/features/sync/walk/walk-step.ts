/** One step reads a page of a list and stores it with the place where the walk continues. */
import { VendorError } from '../../../connector-kit/vendor-error.ts'
import type { RowFailure } from '../../../connector-kit/paginate.ts'
import type { WalkEntity } from '../state/cadence.ts'
import { noteFailures } from '../state/failure-queries.ts'
import {
  askedFor,
  requestFetches,
  requestForConversations,
  requestForListings,
} from '../state/fetch-queries.ts'
import { ensureInquiryThreads } from '../fetch/inquiry-threads.ts'
import { ensureListings } from '../fetch/known-listings.ts'
import { compares, reconcile } from '../reconcile/reconcile.ts'
import { insertSeen, type SyncRunRow } from '../state/run-queries.ts'
import { noteError, progressOf, saveRun, startMeter } from '../run/runs.ts'
import { readsEverything } from '../run/begin-run.ts'
import { markSwept } from '../state/schedule-queries.ts'
import { refreshStatistics } from './statistics.ts'
import {
  keepLastOfEach,
  type AppliedBatch,
  type RecordBatch,
  type FetchEntity,
  type FollowUp,
} from '../../../records/batch.ts'
import { commit, filterReadable, type SyncTurn, type PageReading, type WalkPage } from '../state/turn.ts'
import { readAhead, readUpToNews } from './ahead.ts'
import { keepRows, type StoredRow } from './row-queries.ts'
import { settleUnseen } from './sweep.ts'
import { storeWatermarks } from '../../../upstream/connections/reading-queries.ts'

/** After the listings are known, these kinds are read record by record. */
const afterListings: { entity: FetchEntity; hotelsOnly: boolean }[] = [
  { entity: 'units', hotelsOnly: true },
  { entity: 'calendar', hotelsOnly: false },
]

export async function runWalkStep(turn: SyncTurn, run: SyncRunRow, entity: WalkEntity): Promise<void> {
  const { connection } = turn
  const measure = startMeter(turn)
  const read = await readUpToNews(turn, run, entity)
  const { page, asked, digests } = read
  await ensureListings(turn, page.listingExternalIds)
  await ensureInquiryThreads(turn, page.stays ?? [])
  readAhead(turn, run, entity, page)
  const draft: WalkDraft = {
    run: structuredClone(run),
    watermarks: connection.watermarks,
    swept: turn.schedule.swept,
  }
  const { applied, overtaken } = await commit(
    turn,
    { origin: `sync:${run.kind}`, runId: run.id },
    async (batch) => {
      const overtaken = await overtakenOf(turn, entity, asked, batch)
      const stays = page.stays?.filter(({ externalId }) => !overtaken.has(externalId))
      const stored =
        stays && compares(run)
          ? await reconcile(batch, run, { stays, gone: [] }, () => page.store(batch, overtaken))
          : await page.store(batch, overtaken)
      measure(progressOf(draft.run, entity))
      await keepRows(batch.tx, batch.scope, connection.id, storedRows(page, { digests, overtaken, stored }))
      await notePage(turn, draft, entity, read, stored, batch)
      return { applied: stored, overtaken }
    },
  )
  const before = progressOf(run, entity).seen
  // The transaction was committed, so the turn may take over its state.
  Object.assign(run, draft.run)
  connection.watermarks = draft.watermarks
  turn.schedule.swept = draft.swept
  const { seen, expected, failed } = progressOf(run, entity)
  const { kind, id } = run
  if (kind === 'first_import')
    await refreshStatistics(turn.environment.services.db, entity, { before, now: seen })
  // An incremental reading that finds nothing would log a line a minute.
  const level = readsEverything(run) || applied.changed > 0 || failed > 0 ? 'info' : 'debug'
  turn.log[level](
    {
      run: id,
      kind,
      entity,
      rows: page.externalIds.length,
      changed: applied.changed,
      seen,
      expected,
      failed,
    },
    'page stored',
  )
  const failures = [...page.failures, ...applied.failures].map(({ externalId }) => externalId)
  await acknowledge(turn, page, new Set([...overtaken, ...failures]))
}

/** Returns digests of rows that were stored. */
function storedRows(
  { stays = [] }: WalkPage,
  of: { digests: ReadonlyMap<string, string>; overtaken: ReadonlySet<string>; stored: AppliedBatch },
): StoredRow[] {
  const failed = new Set(of.stored.failures.map(({ externalId }) => externalId))
  return keepLastOfEach(stays).flatMap(({ kind, externalId, listingExternalId = null }) => {
    const digest = of.digests.get(externalId)
    const isStored = !of.overtaken.has(externalId) && !failed.has(externalId)
    if (digest === undefined || !isStored) return []
    return [{ externalId, kind, digest, listingExternalId: kind === 'block' ? null : listingExternalId }]
  })
}

/** The vendor sends unacknowledged records again, and they change nothing here, so any failure is harmless. */
async function acknowledge(turn: SyncTurn, page: WalkPage, unstored: ReadonlySet<string>): Promise<void> {
  try {
    await page.acknowledge?.(unstored)
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    turn.log.warn({ err: error }, 'what was stored could not be acknowledged; the vendor tells it again')
  }
}

/**
 * Records requested while the page was read, for instance written through the API. The page may be older, so they are
 * read alone.
 */
async function overtakenOf(
  { connector }: SyncTurn,
  entity: WalkEntity,
  asked: ReadonlyMap<string, number>,
  { tx, scope, connection }: RecordBatch,
): Promise<ReadonlySet<string>> {
  const operation = connector.operations[entity]
  if (!operation || !('one' in operation)) return new Set()
  const now = await askedFor(tx, scope, connection.id, entity)
  return new Set(
    [...now].flatMap(([externalId, times]) => (asked.get(externalId) === times ? [] : externalId)),
  )
}

/** The state after the page, if it can be stored. */
interface WalkDraft {
  run: SyncRunRow
  watermarks: Record<string, string>
  swept: Record<string, string>
}

async function notePage(
  turn: SyncTurn,
  draft: WalkDraft,
  entity: WalkEntity,
  { page, blocks: unchangedBlocks }: PageReading,
  stored: AppliedBatch,
  batch: RecordBatch,
): Promise<void> {
  const { tx, scope, now } = batch
  const { run } = draft
  const connectionId = turn.connection.id
  const failed: RowFailure[] = [...page.failures, ...stored.failures]
  const failedIds = new Set(failed.map(({ externalId }) => externalId))
  const succeeded = page.externalIds.filter((id) => !failedIds.has(id))
  const warned = page.warnings.filter(({ externalId }) => !failedIds.has(externalId))
  await noteFailures(tx, scope, connectionId, entity, {
    failed,
    succeeded,
    warned,
    unchanged: page.unchanged,
    at: now,
  })
  const progress = progressOf(run, entity)
  const seen = async (ids: readonly string[]) =>
    readsEverything(run) ? insertSeen(tx, scope, run.id, entity, ids) : ids.length
  const newBlocks = (page.stays ?? []).flatMap(({ kind, externalId }) => (kind === 'block' ? externalId : []))
  const blocks = [...newBlocks, ...unchangedBlocks]
  const leftOut = await seen(blocks)
  const isBlock = new Set(blocks)
  progress.seen += leftOut + (await seen(page.externalIds.filter((id) => !isBlock.has(id))))
  if (leftOut > 0) progress.leftOut = (progress.leftOut ?? 0) + leftOut
  progress.expected = page.expected ?? progress.expected
  progress.changed += stored.changed
  progress.failed += failedIds.size
  for (const { externalId, message } of failed) noteError(run, { entity, externalId, message }, turn)
  const wanted = filterReadable(turn, stored.followUps)
  const isPart = (one: FollowUp) => readsEverything(run) && run.entities.includes(one.entity)
  const asked = (runId: string | null) => ({ dueAt: now, runId })
  await requestFetches(tx, scope, connectionId, wanted.filter(isPart), asked(run.id))
  // Kinds outside the run would wait in vain, so they are queued without it.
  await requestFetches(
    tx,
    scope,
    connectionId,
    wanted.filter((one) => !isPart(one)),
    asked(null),
  )
  run.resume[entity] = { cursor: page.next, walked: page.next === null }
  run.state = 'running'
  run.failures = 0
  if (page.next === null) await noteWalked(turn, draft, entity, page.watermark, batch)
  await saveRun(turn, run, tx, now)
}

/** At the list's end the next incremental reading starts here, and unseen records may be gone. */
async function noteWalked(
  turn: SyncTurn,
  draft: WalkDraft,
  entity: WalkEntity,
  watermark: string | null,
  batch: RecordBatch,
): Promise<void> {
  const { tx, scope, now } = batch
  const { connection, connector } = turn
  const { run } = draft
  if (run.kind === 'import' && entity === 'conversations')
    await requestForConversations(tx, scope, connection.id, { dueAt: now, runId: run.id })
  // A partial list proves nothing about the rest.
  if (readsEverything(run) && run.bounds[entity]?.since !== undefined) return
  if (watermark !== null) draft.watermarks = { ...draft.watermarks, [entity]: watermark }
  draft.swept = { ...draft.swept, [entity]: run.startedAt.toISOString() }
  await storeWatermarks(tx, scope, connection.id, draft.watermarks)
  await markSwept(tx, scope, connection.id, draft.swept)
  if (!readsEverything(run)) return
  if (entity === 'listings' || entity === 'reservations') await settleUnseen(turn, run, entity, batch)
  if (entity !== 'listings') return
  for (const { entity: next, hotelsOnly } of afterListings) {
    if (connector.operations[next] === undefined || !run.entities.includes(next)) continue
    await requestForListings(tx, scope, connection.id, next, { dueAt: now, runId: run.id, hotelsOnly })
  }
}
