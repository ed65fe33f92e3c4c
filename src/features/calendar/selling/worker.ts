/** Keeps channel calendars equal to ours. */
import type { WorkerPlaces } from '../../../platform/fairness/turns-sql.ts'
import type { Services } from '../../../services.ts'
import { startTurns, type TurnOptions, type TurnWorker } from '../../../upstream/nights/turn-worker.ts'
import { dueConnections, restUntil } from './link-queries.ts'
import { runSellingPass } from './run-selling-pass.ts'

export function startSelling(services: Services, options: TurnOptions = {}): TurnWorker {
  const { db } = services
  const turns = {
    name: 'selling',
    due: (now: Date, places: WorkerPlaces) => dueConnections(db, now, places),
    run: runSellingPass,
    rest: (scope: { workspaceId: string }, connectionId: string, until: Date) =>
      restUntil(db, scope, connectionId, until),
  }
  return startTurns(services, turns, options)
}
