/** What a reading leaves in its feed: when it is read next, and whether what is known is old. */
import type { StaleReason } from '../../../contract/ical.ts'
import { appendEvents, openWrite } from '../../../platform/outbox.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { feedRecoveredEvent, feedStaleEvent } from './feed-events.ts'
import { pauseAfterFailureMs, usualPauseMs } from './feed-pauses.ts'
import type { FeedRow } from './feed-queries.ts'
import { updateFeedBad, updateFeedGood } from './feed-reading-queries.ts'
import { resetMissed } from './span-queries.ts'

export interface FeedStoreContext {
  tx: Queryable
  scope: Scope
  now: Date
  feed: FeedRow
  today: string
  horizon: string
}

const addMs = (now: Date, ms: number) => new Date(now.getTime() + ms)

export async function recordGoodReading(
  { tx, scope, now, feed }: FeedStoreContext,
  read: Pick<FeedRow, 'etag' | 'modified'>,
): Promise<void> {
  await updateFeedGood(tx, scope, feed.id, {
    ...read,
    platform: feed.platform,
    now,
    nextAt: addMs(now, usualPauseMs(feed)),
  })
  if (feed.stale_told_at === null || feed.stale_since === null) return
  const write = await openWrite(tx, scope, now)
  await appendEvents(write, [feedRecoveredEvent(feed, feed.stale_since, write.at)])
}

/** One failed answer is shown, two in a row raise an event. */
const failuresUntilTold = 2

export async function recordBadReading(
  { tx, scope, now, feed }: FeedStoreContext,
  { reason, detail, retryAfterMs }: { reason: StaleReason; detail: string; retryAfterMs: number },
): Promise<void> {
  const isTold = feed.stale_told_at === null && feed.failures + 1 >= failuresUntilTold
  await resetMissed(tx, scope, feed.id)
  await updateFeedBad(tx, scope, feed.id, {
    platform: feed.platform,
    now,
    nextAt: addMs(now, Math.max(pauseAfterFailureMs(feed, reason), retryAfterMs)),
    reason,
    detail,
    toldAt: isTold ? now : feed.stale_told_at,
  })
  if (!isTold) return
  const write = await openWrite(tx, scope, now)
  await appendEvents(write, [
    feedStaleEvent({ ...feed, stale_since: feed.stale_since ?? now }, { reason, detail }, write.at),
  ])
}
