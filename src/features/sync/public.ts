/** What the rest of the server may use of the sync engine. */
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { dropFetches } from './fetch/fetch-queries.ts'
import { dropRows } from './walk/row-queries.ts'
import { abandonRuns, type Run } from './run/run-queries.ts'
import { restartSchedule, stopSchedule } from './turn/schedule-queries.ts'

export {
  keepRegistration,
  knowsInbound,
  newInboundUrl,
  openRegistration,
  receiveInbound,
  takeHints,
} from './hint/inbound.ts'
export { startMessageQueues } from './hint/message-queues.ts'
export { connectionReference, knownConnection } from './run/known-connection.ts'
export { readableImports, importResults } from './run/imports.ts'
export { stoppedByDisconnect, stoppedImports } from './run/import-events.ts'
export { askForImport } from './run/import-request.ts'
export { estimatedEnd, importProgress } from './run/import-progress.ts'
export { latestImport, type Run } from './run/run-queries.ts'
export { withOverlap, type EntityProgress, type Progress } from './run/rules.ts'
export { takeSchedule, takeSchedules } from './turn/schedule-queries.ts'
export { wakeConnection } from '../../upstream/connection-queries.ts'
export { areChannelsRead, readChannelsFirst } from './on-demand/channels-first.ts'
export { freshened, maxAge } from './on-demand/max-age.ts'
export { readChanges } from './on-demand/read-changes.ts'
export { sourcesOfNights, sourcesOfReservation } from './on-demand/sources.ts'
export { startSync, type SyncWorker } from './turn/scheduler.ts'
export { readThread, storeSentMessage } from './written/sent-messages.ts'
export { afterAnswers, type AfterAnswers } from './written/night-answers.ts'
export { openSideTurn, storeNights, type SideTurn } from './written/side-turn.ts'
export { readSoon, storeStays } from './written/store-written.ts'

/** Reads everything anew, as for an account that was just connected. */
export async function restartSync(
  tx: Queryable,
  scope: Scope,
  connectionId: string,
  at: Date,
): Promise<void> {
  await endSync(tx, scope, connectionId, at)
  await restartSchedule(tx, scope, connectionId, at)
}

/** Nothing is read any more, and nothing that is under way is stored. Answers the imports that were. */
export async function endSync(tx: Queryable, scope: Scope, connectionId: string, at: Date): Promise<Run[]> {
  await stopSchedule(tx, scope, connectionId)
  const stopped = await abandonRuns(tx, scope, connectionId, at)
  await dropFetches(tx, scope, connectionId)
  await dropRows(tx, scope, connectionId)
  return stopped
}
