/** The two workers that send nights: to the PMS that keeps a listing, and to the channels that sell it. */
import type { Services } from '../../../services.ts'
import { startTurns, type TurnOptions, type TurnWorker } from '../../../upstream/nights/turn-worker.ts'
import { dueConnections, nextLinkDue, restUntil } from './link-queries.ts'
import { duePushConnections, nextPushDue, sleepUntilPushDue } from './push-queries.ts'
import { runPushPass } from './run-push-pass.ts'
import { runSellingPass } from './run-selling-pass.ts'

/** Sends nights set for a PMS. */
export function startCalendarPushes(services: Services, options: TurnOptions = {}): TurnWorker {
  const { db } = services
  return startTurns(
    services,
    {
      name: 'calendar',
      kind: 'push',
      nextDue: () => nextPushDue(db),
      due: (now, places) => duePushConnections(db, now, places),
      run: runPushPass,
      rest: (scope, connectionId, until) => sleepUntilPushDue(db, scope, connectionId, until),
    },
    options,
  )
}

/** Keeps channel calendars equal to ours. */
export function startSelling(services: Services, options: TurnOptions = {}): TurnWorker {
  const { db } = services
  return startTurns(
    services,
    {
      name: 'selling',
      kind: 'selling',
      nextDue: () => nextLinkDue(db),
      due: (now, places) => dueConnections(db, now, places),
      run: runSellingPass,
      rest: (scope, connectionId, until) => restUntil(db, scope, connectionId, until),
    },
    options,
  )
}
