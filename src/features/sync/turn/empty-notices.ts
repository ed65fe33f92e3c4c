/**
 * Notices of records that the vendor does not have. Whoever holds the address and password of a connection can make up as many as they
 * like, each of which costs a call. After some in a row, notices of that kind get a small share of the calls, until one is true
 * again: what they would have told is found by the lists.
 */
import type { CallLane } from '../../../connector-kit/ratelimit.ts'

/** How many in a row named nothing, by kind of record. */
export type EmptyNotices = Readonly<Record<string, number>>

/** A vendor that deletes records sends some notices of what is gone already. */
export const emptyBeforeDoubt = 10
const shareInDoubt = 0.25

export function afterNotice(empty: EmptyNotices, entity: string, isEmpty: boolean): EmptyNotices {
  const { [entity]: before = 0, ...others } = empty
  if (!isEmpty) return others
  return { ...others, [entity]: Math.min(before + 1, emptyBeforeDoubt) }
}

const isInDoubt = (empty: EmptyNotices, entity: string): boolean => (empty[entity] ?? 0) >= emptyBeforeDoubt

/** Of the account's calls, in comparison with the other kinds of work that wait. */
export const noticeShare = (empty: EmptyNotices, entity: string, share: number): number =>
  isInDoubt(empty, entity) ? Math.min(share, shareInDoubt) : share

/** The lowest lane leaves the most room to requests that somebody waits for. */
export const noticeLane = (empty: EmptyNotices, entity: string, lane: CallLane): CallLane =>
  isInDoubt(empty, entity) ? 'history' : lane
