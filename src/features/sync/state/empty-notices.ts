/**
 * Limits notices of records that do not exist. Whoever knows a webhook's address and password can forge them,
 * and each costs a call. After some in a row, that kind gets a small share until one proves true; lists find
 * what is missed.
 */
import type { CallLane } from '../../../connector-kit/ratelimit.ts'

/** Consecutive notices without a record, by kind. */
export type EmptyNotices = Readonly<Record<string, number>>

/** A vendor that deletes records sends a few such notices legitimately. */
export const emptyBeforeDoubt = 10
const shareInDoubt = 0.25

export function afterNotice(empty: EmptyNotices, entity: string, isEmpty: boolean): EmptyNotices {
  const { [entity]: before = 0, ...others } = empty
  if (!isEmpty) return others
  return { ...others, [entity]: Math.min(before + 1, emptyBeforeDoubt) }
}

const isInDoubt = (empty: EmptyNotices, entity: string): boolean => (empty[entity] ?? 0) >= emptyBeforeDoubt

/** The share of the account's calls relative to other waiting work. */
export const noticeShare = (empty: EmptyNotices, entity: string, share: number): number =>
  isInDoubt(empty, entity) ? Math.min(share, shareInDoubt) : share

/** The lowest lane leaves the most calls to requests that a caller waits for. */
export const noticeLane = (empty: EmptyNotices, entity: string, lane: CallLane): CallLane =>
  isInDoubt(empty, entity) ? 'history' : lane
