/** How long to wait before a feed is read again. Pure. */
import type { StaleReason } from '../../../contract/ical.ts'
import type { FeedRow } from './feed-queries.ts'

/** Failures double the pause up to this, so the end of an outage is noticed within it. */
const longestPauseMs = 3_600_000

/** Failures whose readable part was stored: such files remain useful on schedule. */
const partlyRead: ReadonlySet<StaleReason> = new Set([
  'damaged',
  'unreadable_events',
  'doubtful_events',
  'empty_calendar',
])

type FeedFetchHistory = Pick<FeedRow, 'interval_minutes' | 'failures'>

export const usualPauseMs = ({ interval_minutes: minutes }: Pick<FeedFetchHistory, 'interval_minutes'>) =>
  minutes * 60_000

/** `failures` counts those before this one. */
export function pauseAfterFailureMs(feed: FeedFetchHistory, reason: StaleReason): number {
  const usual = usualPauseMs(feed)
  if (partlyRead.has(reason)) return usual
  return Math.max(usual, Math.min(longestPauseMs, usual * 2 ** Math.min(feed.failures, 10)))
}
