/** Sends nights that were set for a PMS. */
import type { WorkerPlaces } from '../../../platform/fairness/turns-sql.ts'
import type { Services } from '../../../services.ts'
import { startTurns, type TurnOptions, type TurnWorker } from '../../../upstream/nights/turn-worker.ts'
import { dueTurns, sleepUntilDue } from './queries.ts'
import { runPushTurn } from './turn.ts'

export function startCalendarPushes(services: Services, options: TurnOptions = {}): TurnWorker {
  const { db } = services
  const turns = {
    name: 'calendar',
    due: (now: Date, places: WorkerPlaces) => dueTurns(db, now, places),
    run: runPushTurn,
    rest: (scope: { workspaceId: string }, connectionId: string, until: Date) =>
      sleepUntilDue(db, scope, connectionId, until),
  }
  return startTurns(services, turns, options)
}
