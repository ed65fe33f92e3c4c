/**
 * Updates the listed status of reservations that time has changed: ended stays become completed, expired
 * requests cancelled. Answers do not change. Unsettled rows are evaluated one by one, so this keeps reads
 * cheap.
 */
import { runForEachWorkspace } from '../../../platform/run-for-each-workspace.ts'
import { startLoop, type BackgroundLoop } from '../../../platform/background-loop.ts'
import { openWrite } from '../../../platform/outbox.ts'
import type { Services } from '../../../services.ts'
import {
  settleAirbnbBookings,
  settleReservations,
  workspacesToSettle,
} from '../../../records/stays/settle-queries.ts'

const everyMs = 10 * 60_000
/** Rows per transaction, which holds the head row. */
const batch = 2000

type SettleWorkerDeps = Pick<Services, 'db' | 'clock' | 'log'>

/** Settles one batch per workspace. Returns the number of rows. */
export async function settleWorkspaces({ db, clock, log }: SettleWorkerDeps): Promise<number> {
  const now = clock.now()
  let settled = 0
  for (const workspaceId of await workspacesToSettle(db, now)) {
    await runForEachWorkspace(
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
