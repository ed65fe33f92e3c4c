/** Ends expired watches and runs due looks. */
import { randomUUID } from 'node:crypto'
import { startLoop, type BackgroundLoop } from '../../../platform/background-loop.ts'
import { startWorkPool, workOnce, type PoolWork } from '../../../platform/fairness/work-pool.ts'
import type { Services } from '../../../services.ts'
import { leaseMs, runWatchLook } from './run-watch-look.ts'
import { claimWatches, endOverdueWatches, type ClaimedWatch } from './queries.ts'
import { recordWatchAccess } from './record-watch-access.ts'

const everyMs = 60_000
/** Concurrent looks; a slow system occupies only its own slot. */
const atOnce = 8
const endedAtOnce = 100

async function endWatches({ db, clock, log }: Services): Promise<void> {
  const now = clock.now()
  let ended = 0
  for (let more = endedAtOnce; more === endedAtOnce; ended += more)
    more = await db.transaction().execute(async (tx) => {
      const watches = await endOverdueWatches(tx, now, endedAtOnce)
      await recordWatchAccess(tx, 'deleted', watches, now)
      return watches.length
    })
  if (ended > 0)
    log.info({ ended }, 'watches after a cutover have ended; what opened their accounts is deleted')
}

interface DueWatch {
  workspaceId: string
  watch: ClaimedWatch
  holder: string
}

const lookWork = (services: Services): PoolWork<DueWatch> => ({
  places: atOnce,
  async claim(places) {
    const { db, clock } = services
    const now = clock.now()
    const holder = randomUUID()
    const leaseUntil = new Date(now.getTime() + leaseMs)
    const watches = await claimWatches(db, { now, leaseUntil, holder }, places)
    return watches.map((watch) => ({ workspaceId: watch.workspace_id, watch, holder }))
  },
  work: ({ workspaceId, watch, holder }, signal) =>
    runWatchLook({ services, child: { workspaceId }, watch, holder, signal }),
})

/** Returns how many accounts were looked at. */
export async function runDueWatches(services: Services, signal: AbortSignal): Promise<number> {
  await endWatches(services)
  return workOnce(lookWork(services), signal)
}

/** Watches end and other looks run while a slow system answers. */
export function startMigrationWatches(services: Services): BackgroundLoop {
  const rhythm = { everyMs, log: services.log, failed: 'accounts could not be watched after their cutover' }
  const looks = startWorkPool(rhythm, lookWork(services))
  const ends = startLoop(rhythm, () => endWatches(services))
  return {
    wake() {
      ends.wake()
      looks.wake()
    },
    async stop() {
      await Promise.all([ends.stop(), looks.stop()])
    },
  }
}
