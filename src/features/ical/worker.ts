/** Reads the feeds that are due, some at a time. A process that dies leaves leases that run out. */
import { randomUUID } from 'node:crypto'
import { startLoop, type BackgroundLoop } from '../../platform/background-loop.ts'
import type { Services } from '../../services.ts'
import { claimDueFeeds, restFeed, type ClaimedFeed } from './feed-queries.ts'
import { tellDueKeepers, tellKeeper } from './tell-keeper.ts'
import { importFeed, openReading, type Reading } from './import.ts'

const everyMs = 5_000
const atOnce = 8
/** Longer than a reading can take. */
export const leaseMs = 3 * 60_000

type Needed = Pick<Services, 'audit' | 'db' | 'clock' | 'connectors' | 'vault' | 'log' | 'config'>

async function read(services: Needed, reading: Reading, feed: ClaimedFeed, holder: string): Promise<void> {
  const { db, clock, log } = services
  try {
    await importFeed(services, reading, feed, { holder })
    await tellKeeper(services, { workspaceId: feed.workspace_id }, feed.listing_id)
  } catch (error) {
    log.warn(
      { err: error, feed: feed.id, workspaceId: feed.workspace_id },
      'a calendar feed could not be read',
    )
    const until = new Date(clock.now().getTime() + feed.interval_minutes * 60_000)
    await restFeed(db, { workspaceId: feed.workspace_id }, feed.id, { holder, until })
  }
}

/** Answers how many feeds were read. */
export async function readDueFeeds(services: Needed, reading: Reading, limit = atOnce): Promise<number> {
  const now = services.clock.now()
  const holder = randomUUID()
  const until = new Date(now.getTime() + leaseMs)
  const due = await claimDueFeeds(services.db, { now, until, holder, limit })
  await Promise.all(due.map((feed) => read(services, reading, feed, holder)))
  await tellDueKeepers(services, limit)
  return due.length
}

export function startFeeds(services: Needed): BackgroundLoop {
  const { log } = services
  const reading = openReading(services)
  const loop = startLoop({ everyMs, log, failed: 'calendar feeds could not be read' }, async () =>
    (await readDueFeeds(services, reading)) === atOnce ? 0 : undefined,
  )
  return {
    wake: loop.wake,
    async stop() {
      await loop.stop()
      await reading.close()
    },
  }
}
