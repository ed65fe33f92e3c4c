/** Sends nights set for a PMS. */
import type { WorkerPlaces } from '../../../platform/fairness/turns-sql.ts'
import type { Services } from '../../../services.ts'
import { startTurns, type TurnOptions, type TurnWorker } from '../../../upstream/nights/turn-worker.ts'
import { duePushConnections, sleepUntilDue } from './queries.ts'
import { runPushPass } from './run-push-pass.ts'

export function startCalendarPushes(services: Services, options: TurnOptions = {}): TurnWorker {
  const { db } = services
  const turns = {
    name: 'calendar',
    due: (now: Date, places: WorkerPlaces) => duePushConnections(db, now, places),
    run: runPushPass,
    rest: (scope: { workspaceId: string }, connectionId: string, until: Date) =>
      sleepUntilDue(db, scope, connectionId, until),
  }
  return startTurns(services, turns, options)
}
