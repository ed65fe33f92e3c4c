/** Begins, ends and fails runs. */
import type { VendorOperations } from '../../../connector-kit/connector.ts'
import { createRedactor } from '../../../connector-kit/redact.ts'
import { VendorError } from '../../../connector-kit/vendor-error.ts'
import {
  fullPassEveryMs,
  importOrder,
  keepQuietRunsMs,
  keepRunsMs,
  shortestPauseInImportMs,
  sweepEveryMs,
  walkEntities,
  type WalkEntity,
} from '../state/cadence.ts'
import { syncedConnection } from '../../../upstream/connection-queries.ts'
import { entitiesToImport, isImport } from './imports.ts'
import { appendImportEvent } from './import-events.ts'
import { beginCount, keepCount } from './count-runs.ts'
import { beginRun, readsEverything, type RunTransaction } from './begin-run.ts'
import { failuresToRetry } from '../state/failure-queries.ts'
import { requestFetches, requestForListings } from '../state/fetch-queries.ts'
import { compares } from '../reconcile/reconcile.ts'
import {
  finalState,
  missingRows,
  nextBeat,
  nextComparison,
  noProgress,
  hasEveryRow,
  type EntityProgress,
} from '../state/rules.ts'
import { deleteOldRuns, deleteSeen, updateRun, type SyncRunRow, type RunError } from '../state/run-queries.ts'
import type { FetchEntity } from '../../../records/batch.ts'
import { ClaimLost, commit, filterReadable, type SyncTurn } from '../state/turn.ts'
import { noteReconciled, noteSuccess, takeImportWish } from '../../../upstream/connections/reading-queries.ts'

const keptErrors = 5
/** After this many failures at one place the list is walked again from its start. */
const failuresBeforeFreshStart = 5
const redactor = createRedactor()

const isFullPass = ({ kind }: Pick<SyncRunRow, 'kind'>) => kind === 'first_import' || kind === 'full'

export function progressOf(run: SyncRunRow, entity: string): EntityProgress {
  return (run.progress[entity] ??= { ...noProgress })
}

/** Ends a kind of a run, since nothing of it waits any more. */
export function endPart(run: SyncRunRow, entity: string): void {
  const progress = progressOf(run, entity)
  progress.done = true
  // The vendor counts only lists. Single records requested meanwhile leave the run, so the rest counts.
  if (!run.resume[entity] && progress.expected !== null) progress.expected = progress.seen
}

/** The returned function adds calls and time since the start to a part of a run. */
export function startMeter({ calls }: SyncTurn): (progress: EntityProgress) => void {
  const [madeBefore, began] = [calls.made, performance.now()]
  return (progress) => {
    progress.calls = (progress.calls ?? 0) + calls.made - madeBefore
    progress.ms = (progress.ms ?? 0) + Math.round(performance.now() - began)
  }
}

/** Lists when each list of this vendor is due; that starts once it was read in full. */
export function sweepsDue(turn: SyncTurn): { entity: WalkEntity; at: Date }[] {
  const { swept } = turn.schedule
  const asked = turn.environment.services.config.syncIntervalSeconds
  const { staysEverySeconds = asked } = turn.connector.manifest.sync
  const everyMs = (seconds: number) =>
    turn.openRuns.some(readsEverything) ? Math.max(seconds * 1000, shortestPauseInImportMs) : seconds * 1000
  const staysEveryMs = everyMs(Math.min(asked, staysEverySeconds))
  const intervals = { ...sweepEveryMs, reservations: staysEveryMs }
  return walkEntities.flatMap((entity) => {
    const last = swept[entity]
    if (last === undefined || !hasOperation(turn.connector.operations, entity)) return []
    const isBeat = entity === 'reservations' && turn.connector.manifest.sync.staysEverySeconds !== undefined
    if (isBeat) {
      const name = `${turn.scope.workspaceId}:${turn.connection.id}`
      return [{ entity, at: nextBeat(new Date(last), staysEveryMs, name) }]
    }
    return [{ entity, at: new Date(Date.parse(last) + (intervals[entity] ?? everyMs(asked))) }]
  })
}

export function nextFullPass(turn: SyncTurn): Date {
  const { importing, lastFullAt } = turn.connection
  return new Date(importing || lastFullAt === null ? 0 : lastFullAt.getTime() + fullPassEveryMs)
}

export function nextReconciliation(turn: SyncTurn): Date | null {
  const { reconciliationWantedAt: wantedAt, ...connection } = turn.connection
  const { reconciliationHours: everyHours } = turn.environment.services.config
  return nextComparison({ ...connection, wantedAt, everyHours })
}

export async function beginReconciliation(turn: SyncTurn): Promise<SyncRunRow> {
  return commit(turn, { origin: 'sync:reconciliation', runId: null }, ({ tx, now }) =>
    beginRun(turn, 'reconciliation', ['reservations'], tx, now),
  )
}

export async function beginIncremental(turn: SyncTurn, entities: WalkEntity[]): Promise<SyncRunRow> {
  const { scope, connection } = turn
  return commit(turn, { origin: 'sync:incremental', runId: null }, async ({ tx, now }) => {
    const again = filterReadable(turn, await failuresToRetry(tx, scope, connection.id, now))
    await requestFetches(tx, scope, connection.id, again, { dueAt: now, runId: null })
    return beginRun(turn, 'incremental', entities, tx, now)
  })
}

export async function beginEverything(turn: SyncTurn): Promise<SyncRunRow> {
  const kind = turn.connection.importing ? 'first_import' : 'full'
  const entities = importOrder.filter((entity) => hasOperation(turn.connector.operations, entity))
  return commit(turn, { origin: `sync:${kind}`, runId: null }, ({ tx, now }) =>
    beginRun(turn, kind, entities, tx, now),
  )
}

/** The import also reads what was requested meanwhile. */
export async function beginImport(turn: SyncTurn): Promise<SyncRunRow> {
  const { scope, connection, connector } = turn
  return commit(turn, { origin: 'sync:import', runId: null }, async ({ tx, now }) => {
    const wish = await takeImportWish(tx, scope, connection.id)
    // Only a disconnect removes the request.
    if (!wish) throw new ClaimLost()
    connection.importWanted = null
    const entities = entitiesToImport(connector.operations, wish.entities)
    const run = await beginRun(turn, 'import', entities, tx, now, wish.since)
    if (entities.includes('calendar') && !entities.includes('listings')) {
      const asked = { dueAt: now, runId: run.id, hotelsOnly: false }
      await requestForListings(tx, scope, connection.id, 'calendar', asked)
    }
    return run
  })
}

function hasOperation(operations: VendorOperations, entity: FetchEntity): boolean {
  return operations[entity] !== undefined
}

/** Stores a run's state in the transaction of what it read. */
export async function saveRun(turn: SyncTurn, run: SyncRunRow, tx: RunTransaction, at: Date): Promise<void> {
  const { count, retries } = turn.calls
  await updateRun(tx, turn.scope, run, { at, calls: count, retries })
  run.upstreamCalls += count
  turn.calls.count -= count
  turn.calls.retries -= retries
}

export async function finishRun(turn: SyncTurn, run: SyncRunRow): Promise<void> {
  const { scope, connection } = turn
  run.state = finalState(run.progress)
  for (const { entity, message } of missingRows(run.progress)) noteError(run, { entity, message }, turn)
  await commit(turn, { origin: `sync:${run.kind}`, runId: run.id }, async ({ tx, now }) => {
    run.finishedAt = now
    await saveRun(turn, run, tx, now)
    if (run.kind === 'count') await keepCount(turn, run, tx)
    else await deleteSeen(tx, scope, run.id)
    if (run.kind !== 'count' && run.entities.includes('reservations')) {
      await noteSuccess(tx, scope, connection.id, {
        at: run.startedAt,
        everything: isFullPass(run),
        complete: hasEveryRow(progressOf(run, 'reservations')),
      })
    }
    if (compares(run)) await noteReconciled(tx, scope, connection.id, run.startedAt)
    if (isImport(run)) {
      await appendImportEvent({ tx, scope, now, connectionId: connection.id }, run, null)
      await beginCount(turn, run, tx, now)
    }
    if (isFullPass(run)) {
      await deleteOldRuns(tx, scope, connection.id, {
        before: new Date(now.getTime() - keepRunsMs),
        quietBefore: new Date(now.getTime() - keepQuietRunsMs),
      })
    }
  })
  if (isFullPass(run)) Object.assign(connection, { importing: false, lastFullAt: run.startedAt })
  if (compares(run)) connection.lastReconciledAt = run.startedAt
  turn.openRuns = turn.openRuns.filter((open) => open !== run)
  const level = foundNothing(run) ? 'debug' : 'info'
  turn.log[level]({ run: run.id, kind: run.kind, state: run.state, progress: run.progress }, 'sync run ended')
}

/** Most incremental runs find nothing and would flood the log. */
function foundNothing(run: SyncRunRow): boolean {
  const quiet = Object.values(run.progress).every(({ changed, failed }) => changed === 0 && failed === 0)
  return !readsEverything(run) && quiet && run.errors.length === 0
}

/** Only the first few are kept with the run. */
export function noteError(run: SyncRunRow, error: Omit<RunError, 'at'>, turn: SyncTurn): void {
  if (run.errors.length >= keptErrors) return
  run.errors = [...run.errors, { at: turn.environment.services.clock.now().toISOString(), ...error }]
}

/** The run keeps its place, and the next turn continues there. */
export async function noteRunFailure(
  turn: SyncTurn,
  run: SyncRunRow,
  entity: string | null,
  error: unknown,
  /** Reading stops until a person acts. */
  needsPerson: boolean,
): Promise<void> {
  const { scope, connection } = turn
  const message = redactor.excerpt(error instanceof Error ? error.message : String(error))
  const answer = error instanceof VendorError ? error.vendorMessage : undefined
  const { failed: calls } = turn.calls
  run.state = 'failed'
  run.failures += 1
  const isStuck = needsPerson || run.failures >= failuresBeforeFreshStart
  const isNews = isStuck && isImport(run) && run.failedToldAt === null
  const place = entity === null ? undefined : run.resume[entity]
  if (run.failures >= failuresBeforeFreshStart && place) {
    place.cursor = null
    run.failures = 0
  }
  await commit(turn, { origin: `sync:${run.kind}`, runId: run.id }, async ({ tx, now }) => {
    const about = { entity, message, ...(answer === undefined ? {} : { answer }) }
    noteError(run, { ...about, ...(calls.length === 0 ? {} : { calls }) }, turn)
    if (isNews) run.failedToldAt = now
    await saveRun(turn, run, tx, now)
    if (isNews) await appendImportEvent({ tx, scope, now, connectionId: connection.id }, run, message)
  })
}

/** Without access every running or requested import has failed, not only the one that noticed. */
export async function noteImportsStopped(
  turn: SyncTurn,
  error: unknown,
  noted: SyncRunRow | null,
): Promise<void> {
  const { scope, connection, environment } = turn
  const stored = await syncedConnection(environment.services.db, scope, connection.id)
  if (stored?.importWanted && !stored.importing) await beginImport(turn)
  for (const run of turn.openRuns.filter(isImport))
    if (run !== noted) await noteRunFailure(turn, run, null, error, true)
}
