/** Records that a complete pass did not see. */
import { appendEvents, openWrite } from '../../../platform/outbox.ts'
import { listingEvents } from '../../../records/listings/events.ts'
import { requestFetches } from '../fetch/fetch-queries.ts'
import { compares, reconcile } from '../reconcile/reconcile.ts'
import { hasSeenEverything } from '../run/rules.ts'
import { unseen, type SyncRunRow } from '../run/run-queries.ts'
import { progressOf } from '../run/runs.ts'
import type { AppliedBatch, RecordBatch } from '../../../records/batch.ts'
import { insertHistory } from '../../../records/history-queries.ts'
import { archiveListings, listingIds } from '../../../records/listings/store-queries.ts'
import { removeStays } from '../../../records/stays/store.ts'
import { filterReadable, type SyncTurn } from '../turn/turn.ts'

/** A list that suddenly lacks more than this share is not believed where single records cannot be asked for. */
const believableShare = 0.5
const alwaysBelievable = 5

/**
 * Each is asked for once more by its id where the vendor can be asked: a row that moved while the list was read is not
 * gone. Otherwise the list is believed, unless it lacks too much.
 */
export async function settleUnseen(
  turn: SyncTurn,
  run: SyncRunRow,
  entity: 'reservations' | 'listings',
  batch: RecordBatch,
): Promise<void> {
  const { tx, scope, connection, now } = batch
  const progress = progressOf(run, entity)
  if (!hasSeenEverything(progress)) return
  const missing = await unseen(tx, scope, connection.id, run, entity)
  if (missing.length === 0) return
  if (turn.connector.operations[entity]?.one) {
    const wanted = missing.map((externalId) => ({ entity, externalId }))
    await requestFetches(tx, scope, connection.id, wanted, { dueAt: now, runId: run.id })
    return
  }
  if (missing.length > alwaysBelievable && missing.length > progress.seen * believableShare) {
    turn.log.warn(
      { entity, missing: missing.length, seen: progress.seen },
      'the list lacks too much to be believed',
    )
    progress.failed += missing.length
    return
  }
  const removed =
    entity === 'reservations'
      ? await removeGoneStays(batch, run, missing)
      : await removeListings(batch, missing)
  progress.changed += removed.changed
  const wanted = filterReadable(turn, removed.followUps)
  await requestFetches(tx, scope, connection.id, wanted, { dueAt: now, runId: null })
}

function removeGoneStays(batch: RecordBatch, run: SyncRunRow, gone: string[]): Promise<AppliedBatch> {
  const remove = () => removeStays(batch, gone)
  return compares(run) ? reconcile(batch, run, { stays: [], gone }, remove) : remove()
}

export async function removeListings(
  batch: RecordBatch,
  externalIds: readonly string[],
): Promise<AppliedBatch> {
  const { tx, scope, connection, now, origin, runId } = batch
  const ids = await listingIds(tx, scope, connection.id, externalIds)
  if (ids.length === 0) return { changed: 0, failures: [], followUps: [] }
  const write = await openWrite(tx, scope, now)
  const archived = await archiveListings(write, ids)
  const history = archived.map(({ id, revision }) => ({
    type: 'listing',
    id,
    revision,
    change: 'deleted' as const,
    previous: { archivedAt: null },
  }))
  await insertHistory(tx, scope, history, { origin, runId, at: write.at })
  await appendEvents(write, await listingEvents(tx, scope, history, write.at))
  return { changed: archived.length, failures: [], followUps: [] }
}
