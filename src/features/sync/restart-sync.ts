/** Other domains use these functions of the sync engine. */
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { dropFetches } from './state/fetch-queries.ts'
import { dropRows } from './walk/row-queries.ts'
import { abandonRuns, type SyncRunRow } from './state/run-queries.ts'
import { restartSchedule, stopSchedule } from './state/schedule-queries.ts'

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

/** Stops all reading, also of running turns. Returns the imports it stopped. */
export async function endSync(
  tx: Queryable,
  scope: Scope,
  connectionId: string,
  at: Date,
): Promise<SyncRunRow[]> {
  await stopSchedule(tx, scope, connectionId)
  const stopped = await abandonRuns(tx, scope, connectionId, at)
  await dropFetches(tx, scope, connectionId)
  await dropRows(tx, scope, connectionId)
  return stopped
}
