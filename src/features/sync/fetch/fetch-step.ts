/** One step reads and stores one record and removes it from the queue. */
import type { RowFailure } from '../../../connector-kit/paginate.ts'
import { VendorError, type VendorErrorKind } from '../../../connector-kit/vendor-error.ts'
import { noteFailures, noteWarnings } from '../state/failure-queries.ts'
import {
  countAttempt,
  finishFetch,
  nextOfRun,
  noteStored,
  requestFetches,
  type FetchRow,
} from '../state/fetch-queries.ts'
import { fetchers, type FetchedRecord } from './fetches.ts'
import { compares, reconcile } from '../reconcile/reconcile.ts'
import type { SyncRunRow } from '../state/run-queries.ts'
import { noteError, progressOf, saveRun, startMeter } from '../run/runs.ts'
import { afterNotice } from '../state/empty-notices.ts'
import { markSwept } from '../state/schedule-queries.ts'
import { emptyApplied, type RecordBatch, type FetchEntity } from '../../../records/batch.ts'
import { RecordRefused } from '../../../records/isolate-bad-records.ts'
import { ClaimLost, commit, filterReadable, type SyncTurn } from '../state/turn.ts'

/** With these errors the record itself is at fault, so repeating at once gives the same answer. */
const recordsFault = new Set<VendorErrorKind>(['rejected', 'malformed', 'not_found'])
/** A web page in place of an answer says nothing about the requested record. */
export const isRecordsFault = ({ kind, status }: VendorError): boolean =>
  recordsFault.has(kind) && !(kind === 'malformed' && status !== undefined)
/** These errors say nothing about the record. */
const accountsFault = new Set<VendorErrorKind>(['credentials', 'reauth', 'rate_limited'])
/** API requests may write these while they are read, so the result can be older than what is stored. */
const writable = new Set<string>(['reservations', 'listings'] satisfies FetchEntity[])
/** After this many other failures of one record the record is taken to be at fault. */
const attemptsBeforeGivingUp = 4

/** Reads a record that a hint or another record's change asked for. */
export async function hintStep(turn: SyncTurn, fetch: FetchRow): Promise<void> {
  const outcome = await read(turn, fetch)
  const source = { origin: `sync:${fetch.entity}`, runId: null }
  await withoutRefused(fetch, outcome, (acceptable) =>
    commit(turn, source, async (batch) => {
      const { changed } = await store(turn, fetch, acceptable, batch, null)
      if (outcome === 'sweep') return
      const isEmpty = changed === 0 && outcome.isAbsent === true
      const { fairness } = turn.schedule
      const emptyNotices = afterNotice(fairness.emptyNotices ?? {}, fetch.entity, isEmpty)
      turn.schedule.fairness = { ...fairness, emptyNotices }
    }),
  )
}

/** A record the database refuses rolls its transaction back; the second try notes the failure. */
async function withoutRefused<T>(
  { externalId }: FetchRow,
  outcome: FetchStepOutcome,
  work: (outcome: FetchStepOutcome) => Promise<T>,
): Promise<T> {
  try {
    return await work(outcome)
  } catch (error) {
    if (!(error instanceof RecordRefused) || typeof outcome === 'string' || 'problem' in outcome) throw error
    const failures = [{ externalId, message: error.message }]
    return work({ ...outcome, store: async () => ({ ...emptyApplied, failures }) })
  }
}

/** Reads the next record of a run; returns false if none of this kind is left. */
export async function runFetchStep(turn: SyncTurn, run: SyncRunRow, entity: string): Promise<boolean> {
  const { db } = turn.environment.services
  const fetch = await nextOfRun(db, turn.scope, turn.connection.id, run.id, entity)
  if (!fetch) return false
  const measure = startMeter(turn)
  const outcome = await read(turn, fetch)
  const draft = await withoutRefused(fetch, outcome, (acceptable) =>
    commit(turn, { origin: `sync:${run.kind}`, runId: run.id }, async (batch) => {
      const draft = structuredClone(run)
      const { changed, failed } = await store(turn, fetch, acceptable, batch, draft)
      const progress = progressOf(draft, entity)
      // Rows of a walked list were counted already, and single records only repeat some.
      if (!draft.resume[entity]) {
        progress.seen += 1
        progress.expected = progress.seen + fetch.waiting - 1
      }
      progress.changed += changed
      progress.failed += failed.length
      for (const { externalId, message } of failed) noteError(draft, { entity, externalId, message }, turn)
      measure(progress)
      Object.assign(draft, { state: 'running', failures: 0 })
      await saveRun(turn, draft, batch.tx, batch.now)
      return draft
    }),
  )
  Object.assign(run, draft)
  return true
}

type FetchStepOutcome = FetchedRecord | 'sweep' | { problem: string; isAbsent?: true }

async function read(turn: SyncTurn, fetch: FetchRow): Promise<FetchStepOutcome> {
  const { services } = turn.environment
  try {
    return await fetchers[fetch.entity](turn, fetch.externalId, fetch.generation)
  } catch (error) {
    if (error instanceof ClaimLost || turn.environment.signal.aborted) throw error
    const problem = error instanceof Error ? error.message : String(error)
    if (error instanceof VendorError && isRecordsFault(error))
      return { problem, ...(error.kind === 'not_found' ? { isAbsent: true } : {}) }
    if (error instanceof VendorError && accountsFault.has(error.kind)) throw error
    if (fetch.attempts + 1 >= attemptsBeforeGivingUp) return { problem }
    await countAttempt(services.db, turn.scope, turn.connection.id, fetch, services.clock.now())
    throw error
  }
}

async function store(
  turn: SyncTurn,
  fetch: FetchRow,
  outcome: FetchStepOutcome,
  batch: RecordBatch,
  run: SyncRunRow | null,
): Promise<{ changed: number; failed: RowFailure[] }> {
  const { tx, scope, connection, now } = batch
  const { entity, externalId } = fetch
  const againAfterMs = typeof outcome === 'string' || 'problem' in outcome ? undefined : outcome.againAfterMs
  const again = againAfterMs === undefined ? null : new Date(now.getTime() + againAfterMs)
  const isLatest = await finishFetch(tx, scope, connection.id, fetch, again)
  if (outcome === 'sweep') {
    await sweepSoon(turn, entity, batch)
    return { changed: 0, failed: [] }
  }
  if ('problem' in outcome) {
    const failed = [{ externalId, message: outcome.problem }]
    await noteFailures(tx, scope, connection.id, entity, { failed, succeeded: [], at: now })
    turn.log.warn({ entity, externalId, problem: outcome.problem }, 'a record could not be read')
    return { changed: 0, failed }
  }
  if (writable.has(entity) && !isLatest) return { changed: 0, failed: [] }
  const { upstream } = outcome
  const stored =
    run && upstream && compares(run)
      ? await reconcile(batch, run, upstream, () => outcome.store(batch))
      : await outcome.store(batch)
  const failed = [...outcome.failures, ...stored.failures]
  const wanted = filterReadable(turn, stored.followUps)
  await noteFailures(tx, scope, connection.id, entity, { failed, succeeded: [], at: now })
  if (failed.some((failure) => failure.externalId === externalId))
    await requestFetches(tx, scope, connection.id, wanted, { dueAt: now, runId: null })
  else await noteStored(tx, scope, connection.id, { entity, externalId }, { wanted, dueAt: now })
  const failedIds = new Set(failed.map((failure) => failure.externalId))
  const warned = (outcome.warnings ?? []).filter((warning) => !failedIds.has(warning.externalId))
  await noteWarnings(tx, scope, connection.id, entity, warned, now)
  turn.log.debug({ entity, externalId, changed: stored.changed }, 'record stored')
  return { changed: stored.changed, failed }
}

/** Makes the list due as if it had not been read for long. */
async function sweepSoon(
  turn: SyncTurn,
  entity: string,
  { tx, scope, connection }: RecordBatch,
): Promise<void> {
  if (turn.schedule.swept[entity] === undefined) return
  turn.schedule.swept = { ...turn.schedule.swept, [entity]: new Date(0).toISOString() }
  await markSwept(tx, scope, connection.id, turn.schedule.swept)
}
