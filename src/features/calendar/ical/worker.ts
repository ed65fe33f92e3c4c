/** Reads due feeds, fairly over workspaces. The leases of a crashed process run out. */
import { randomUUID } from 'node:crypto'
import type { BackgroundLoop } from '../../../platform/background-loop.ts'
import { startDueLoop } from '../../../platform/due-work/due-loop.ts'
import { startWorkPool, workOnce, type PoolWork } from '../../../platform/fairness/work-pool.ts'
import type { Services } from '../../../services.ts'
import { usualPauseMs } from './feed-pauses.ts'
import { claimDueFeeds, postponeFeed, type ClaimedFeed } from './feed-reading-queries.ts'
import { importFeed } from './import-feed.ts'
import { openFeedReading, type FeedReading } from './feed-reading.ts'
import { closeAtDueKeepers, closeAtKeeper } from './close-at-keeper.ts'
import { nextFeedDue, nextKeeperLook } from './next-due-queries.ts'

const busyMs = 5_000
const leastMs = 250
/** A reading mostly waits for the platform. */
const readAtOnce = 24
const keepersAtOnce = 20
/** Longer than any reading takes. */
export const leaseMs = 3 * 60_000

type WorkerServices = Pick<Services, 'audit' | 'db' | 'clock' | 'connectors' | 'vault' | 'log' | 'config'>

type HeldFeed = ClaimedFeed & { holder: string }

function feedWork(services: WorkerServices, reading: FeedReading, places: number): PoolWork<HeldFeed> {
  const { db, clock, log } = services
  return {
    places,
    async claim(taken) {
      const now = clock.now()
      const holder = randomUUID()
      const until = new Date(now.getTime() + leaseMs)
      const feeds = await claimDueFeeds(db, { now, until, holder }, taken)
      return feeds.map((feed) => ({ ...feed, holder }))
    },
    async work({ holder, ...feed }) {
      const { workspaceId } = feed
      try {
        await importFeed(services, reading, feed, { holder })
        await closeAtKeeper(services, { workspaceId }, feed.listing_id)
      } catch (error) {
        log.warn({ err: error, feed: feed.id, workspaceId }, 'a calendar feed could not be read')
        const until = new Date(clock.now().getTime() + usualPauseMs(feed))
        await postponeFeed(db, { workspaceId }, feed.id, { holder, until })
      }
    },
  }
}

/** Reads the feeds due now, each once. Answers their number. */
export async function readDueFeeds(
  services: WorkerServices,
  reading: FeedReading,
  places = readAtOnce,
): Promise<number> {
  const read = await workOnce(feedWork(services, reading, places))
  await closeAtDueKeepers(services, keepersAtOnce)
  return read
}

export function startFeeds(services: WorkerServices & Pick<Services, 'pool'>): BackgroundLoop {
  const { db, log } = services
  const reading = openFeedReading(services)
  const failed = 'calendar feeds could not be read'
  const rhythm = { kind: 'feed', busyMs, leastMs, log } as const
  const pool = startWorkPool(
    { everyMs: busyMs, log, failed },
    feedWork(services, reading, readAtOnce),
    (look) => startDueLoop(services, { ...rhythm, failed }, { look, nextDue: () => nextFeedDue(db) }),
  )
  // A look is due minutes after it was put off, so it needs no notice.
  const keepers = startDueLoop(
    services,
    { ...rhythm, busyMs: leastMs, failed: 'systems could not be told of calendar feeds' },
    { look: () => closeAtDueKeepers(services, keepersAtOnce), nextDue: () => nextKeeperLook(db) },
  )
  return {
    wake: pool.wake,
    async stop() {
      await Promise.all([pool.stop(), keepers.stop()])
      await reading.close()
    },
  }
}
