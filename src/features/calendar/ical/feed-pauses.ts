/** For how long a feed is left alone after a reading. Pure. */
import type { StaleReason } from '../../../contract/ical.ts'
import type { FeedRow } from './feed-queries.ts'

/** After failures in a row the pause doubles up to this: an outage that ends is noticed within it. */
const longestPauseMs = 3_600_000

/** Answers of which what is readable was taken in: they come in time, and go on being of use. */
const partlyRead: ReadonlySet<StaleReason> = new Set([
  'damaged',
  'unreadable_events',
  'doubtful_events',
  'empty_calendar',
])

type FeedFetchHistory = Pick<FeedRow, 'interval_minutes' | 'failures'>

export const usualPauseMs = ({ interval_minutes: minutes }: Pick<FeedFetchHistory, 'interval_minutes'>) =>
  minutes * 60_000

/** `failures` are those before this one. */
export function pauseAfterFailureMs(feed: FeedFetchHistory, reason: StaleReason): number {
  const usual = usualPauseMs(feed)
  if (partlyRead.has(reason)) return usual
  return Math.max(usual, Math.min(longestPauseMs, usual * 2 ** Math.min(feed.failures, 10)))
}
