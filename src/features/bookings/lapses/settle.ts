/**
 * Puts reservations where time has moved them: a stay that was over for an hour is listed as completed, a request that lapsed as
 * cancelled. Nothing that is shown changes by it. What has not been put there yet is read one by one, so that reading stays
 * cheap only as long as this comes round.
 */
import { apart } from '../../../platform/apart.ts'
import { startLoop, type BackgroundLoop } from '../../../platform/background-loop.ts'
import { openWrite } from '../../../platform/outbox.ts'
import type { Services } from '../../../services.ts'
import { settleAirbnbBookings, settleReservations, workspacesToSettle } from './settle-queries.ts'

const everyMs = 10 * 60_000
/** The head row is held for so many at a time. */
const batch = 2000

type SettleWorkerDeps = Pick<Services, 'db' | 'clock' | 'log'>

/** A batch of each workspace that has some. Answers how many were put elsewhere. */
export async function settleWorkspaces({ db, clock, log }: SettleWorkerDeps): Promise<number> {
  const now = clock.now()
  let settled = 0
  for (const workspaceId of await workspacesToSettle(db, now)) {
    await apart(
      workspaceId,
      { log, failed: 'what time has moved could not be listed anew yet' },
      async () => {
        for (const settleSome of [settleReservations, settleAirbnbBookings])
          settled += await db.transaction().execute(async (tx) => {
            await openWrite(tx, { workspaceId }, now)
            return settleSome(tx, { workspaceId }, now, batch)
          })
      },
    )
  }
  return settled
}

export function startSettling(services: SettleWorkerDeps): BackgroundLoop {
  const { log } = services
  return startLoop({ everyMs, log, failed: 'what time has moved could not be read' }, async () => {
    return (await settleWorkspaces(services)) >= batch ? 0 : everyMs
  })
}
