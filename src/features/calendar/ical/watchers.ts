/** Calendars that watch a listing, and the nights on which they and the listing differ. */
import type { WatchingFeed } from '../../../contract/exposure.ts'
import type { Scope } from '../../../platform/tenant.ts'
import { storedNights } from '../../../records/calendar/public.ts'
import { todayAt } from '../../../records/property-day.ts'
import type { Services } from '../../../services.ts'
import { heldSpans, watchedSpans, watchingFeeds } from './watch-queries.ts'
import { watchedDifferences } from './watched-events.ts'

export async function watchersOf(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  scope: Scope,
  listingId: string,
  { from, to }: { from: string; to: string },
): Promise<WatchingFeed[]> {
  const feeds = await watchingFeeds(db, scope, listingId)
  const [feed] = feeds
  if (feed === undefined) return []
  const now = clock.now()
  const today = todayAt(feed.time_zone, now)
  const first = from < today ? today : from
  const isOver = first > to
  const range = { from: first, to }
  const ids = feeds.map(({ id }) => id)
  const [spans, stays, nights] = isOver
    ? [[], [], []]
    : await Promise.all([
        watchedSpans(db, scope, ids, range),
        heldSpans(db, scope, listingId, { ...range, now }),
        storedNights(db, scope, [{ listingId, first, last: to }], now),
      ])
  return feeds.map(({ id, name, platform, last_good_at: readAt, stale_since: staleSince }) => ({
    feedId: id,
    name,
    platform,
    lastGoodAt: readAt?.toISOString() ?? null,
    stale: staleSince !== null,
    ...watchedDifferences(
      nights,
      // A listing that has got more units since is not compared.
      { spans: spans.filter(({ feedId }) => feedId === id), readAt: feed.unit_count === 1 ? readAt : null },
      stays,
      today,
    ),
  }))
}
