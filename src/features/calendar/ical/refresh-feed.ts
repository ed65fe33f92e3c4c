/** Reads a feed on demand. */
import { randomUUID } from 'node:crypto'
import type { Static } from 'typebox'
import type { IcalRefreshBody, IcalRefreshed, RefreshOutcome } from '../../../contract/ical.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Scope } from '../../../platform/tenant.ts'
import type { Services } from '../../../services.ts'
import { feedRow } from './feed-queries.ts'
import { claimFeed, postponeFeed } from './feed-reading-queries.ts'
import { importFeed } from './import-feed.ts'
import { openFeedReading } from './feed-reading.ts'
import { closeAtKeeper } from './close-at-keeper.ts'
import { toIcalFeed } from './show.ts'
import { leaseMs } from './worker.ts'

/** Shorter pauses do not help: platforms write files at most once a minute, and block frequent readers. */
const shortestPauseMs = 60_000

interface FeedRefreshCall {
  services: Services
  scope: Scope
}

export async function refreshFeed(
  { services, scope }: FeedRefreshCall,
  { id: listingId, feedId }: { id: string; feedId: string },
  { acceptEmpty = false }: Static<typeof IcalRefreshBody>,
): Promise<Static<typeof IcalRefreshed>> {
  const { db, clock } = services
  const shown = async (outcome: RefreshOutcome) => {
    const row = await feedRow(db, scope, listingId, feedId)
    if (!row) throw new ApiError('not_found', `No calendar feed ${feedId} of this listing.`)
    return { outcome, feed: toIcalFeed(row, services.connectors) }
  }
  const before = await shown('under_way')
  const now = clock.now()
  const holder = randomUUID()
  const claimed = await claimFeed(db, scope, feedId, {
    now,
    until: new Date(now.getTime() + leaseMs),
    holder,
    // Accepting an empty file rereads it at once.
    notSince: acceptEmpty ? now : new Date(now.getTime() - shortestPauseMs),
  })
  if (!claimed) {
    const { lastFetchedAt } = before.feed
    const isRecent = lastFetchedAt !== null && Date.parse(lastFetchedAt) > now.getTime() - shortestPauseMs
    return shown(isRecent ? 'too_soon' : 'under_way')
  }
  const reading = openFeedReading(services)
  try {
    const outcome = await importFeed(
      services,
      reading,
      acceptEmpty ? { ...claimed, etag: null, modified: null } : claimed,
      {
        holder,
        acceptsEmpty: acceptEmpty,
      },
    )
    await closeAtKeeper(services, scope, listingId)
    return await shown(outcome === 'not_ours' ? 'under_way' : outcome)
  } catch (error) {
    await postponeFeed(db, scope, feedId, { holder, until: clock.now() })
    throw error
  } finally {
    await reading.close()
  }
}
