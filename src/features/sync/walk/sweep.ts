/** Handles records that a complete pass did not see. */
import { addDays } from '../../../connector-kit/dates.ts'
import { removeListings } from '../../../records/listings/remove-listings.ts'
import { requestFetches } from '../state/fetch-queries.ts'
import { compares, reconcile } from '../reconcile/reconcile.ts'
import { hasSeenEverything } from '../state/rules.ts'
import { unseen, type SyncRunRow } from '../state/run-queries.ts'
import { progressOf } from '../run/runs.ts'
import type { AppliedBatch, RecordBatch } from '../../../records/batch.ts'
import { removeStays } from '../../../records/stays/store.ts'
import { filterReadable, type SyncTurn } from '../state/turn.ts'

/** A list that lacks more than this share is not believed if single records cannot be requested. */
const believableShare = 0.5
const alwaysBelievable = 5

/**
 * Requests each by id if the vendor can, since a row that moved during the walk is not gone. Otherwise believes the
 * list, unless it lacks too much.
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
  const { staysKeptDays } = turn.connector.manifest.sync
  const departedFrom =
    staysKeptDays === undefined ? null : addDays(now.toISOString().slice(0, 10), -staysKeptDays)
  const missing = await unseen(tx, scope, connection.id, run, entity, { departedFrom })
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
