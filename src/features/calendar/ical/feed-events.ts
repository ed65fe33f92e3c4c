/** Events about feeds that can no longer be trusted. */
import type { StaleReason } from '../../../contract/ical.ts'
import type { NewEvent } from '../../../platform/outbox.ts'
import { eventOf } from '../../../records/events.ts'
import type { FeedRow } from './feed-queries.ts'

const eventSubject = ({ listing_id: listingId }: FeedRow) => ({ orderKey: `listing:${listingId}`, listingId })
const feedFields = ({ id: feedId, listing_id: listingId, name, platform }: FeedRow) => ({
  listingId,
  feedId,
  name,
  platform,
})

export const feedStaleEvent = (
  feed: FeedRow & { stale_since: Date },
  { reason, detail }: { reason: StaleReason; detail: string },
  at: Date,
): NewEvent =>
  eventOf('calendar.feed_stale', {
    ...eventSubject(feed),
    data: {
      ...feedFields(feed),
      reason,
      detail,
      lastGoodAt: feed.last_good_at?.toISOString() ?? null,
      staleSince: feed.stale_since.toISOString(),
      occurredAt: at.toISOString(),
    },
  })

export const feedRecoveredEvent = (feed: FeedRow, since: Date, at: Date): NewEvent =>
  eventOf('calendar.feed_recovered', {
    ...eventSubject(feed),
    data: { ...feedFields(feed), staleSince: since.toISOString(), occurredAt: at.toISOString() },
  })
