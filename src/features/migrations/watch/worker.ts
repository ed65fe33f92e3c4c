/** Ends watches whose time is over, and looks at the accounts of the others. */
import { randomUUID } from 'node:crypto'
import { startLoop, type BackgroundLoop } from '../../../platform/background-loop.ts'
import type { Services } from '../../../services.ts'
import { leaseMs, lookAt } from './look.ts'
import { claimLooks, endOverdueWatches } from './queries.ts'
import { tellAccess } from './tell-access.ts'

const everyMs = 30_000
/** So many at the same time; a slow system keeps a place of its own only. */
const atOnce = 8
const endedAtOnce = 100

/** Looks that were begun, at most so many; whoever asks hears how each of them ends. */
async function beginLooks(
  services: Services,
  signal: AbortSignal,
  places: number,
): Promise<{ looks: Promise<void>[] }> {
  const { db, clock, log } = services
  const now = clock.now()
  let ended = 0
  for (let more = endedAtOnce; more === endedAtOnce; ended += more)
    more = await db.transaction().execute(async (tx) => {
      const watches = await endOverdueWatches(tx, now, endedAtOnce)
      await tellAccess(tx, 'deleted', watches, now)
      return watches.length
    })
  if (ended > 0)
    log.info({ ended }, 'watches after a cutover have ended; what opened their accounts is deleted')
  if (places === 0) return { looks: [] }
  const holder = randomUUID()
  const leaseUntil = new Date(now.getTime() + leaseMs)
  const due = await claimLooks(db, { now, leaseUntil, holder, limit: places })
  const looks = due.map((watch) =>
    lookAt({ services, child: { workspaceId: watch.workspace_id }, watch, holder, signal }),
  )
  return { looks }
}

/** Answers how many accounts were looked at. */
export async function watchOnce(services: Services, signal: AbortSignal): Promise<number> {
  const { looks } = await beginLooks(services, signal, atOnce)
  await Promise.all(looks)
  return looks.length
}

/** No turn waits for a look: others are due, and watches end, while a slow system answers. */
export function startMigrationWatches(services: Services): BackgroundLoop {
  const { log } = services
  const failed = 'accounts could not be watched after their cutover'
  const under = new Set<Promise<void>>()
  const follow = (look: Promise<void>) => {
    const followed = look
      .catch((error: unknown) => log.warn({ err: error }, failed))
      .finally(() => {
        const wasFull = under.size === atOnce
        under.delete(followed)
        if (wasFull) loop.wake()
      })
    under.add(followed)
  }
  const loop = startLoop({ everyMs, log, failed }, async (signal) => {
    const { looks } = await beginLooks(services, signal, atOnce - under.size)
    looks.forEach(follow)
  })
  return {
    wake: loop.wake,
    async stop() {
      await loop.stop()
      await Promise.all(under)
    },
  }
}
