/**
 * Counts what could not be read of a calendar file, by kind. The rule for every file reader: a partly readable file
 * may close nights, never open one. So its readable part is used, and any problem keeps it from opening nights.
 * Problems are counted and never quoted, because calendar lines hold guest names. Pure.
 */
import type { StaleReason } from '../../../../contract/ical.ts'

/** Each in the words a feed reports, after its number. */
const words = {
  line_without_name: 'lines that are no property',
  line_without_value: 'lines cut before their value',
  line_outside: 'lines outside of the calendar',
  part_without_end: 'parts without an end, or with an end of nothing',
  event_start: 'events without one readable beginning (DTSTART)',
  event_end: 'events without one readable end (DTEND, DURATION)',
  event_rule: 'rules of repetition (RRULE) that are not understood',
  event_dates: 'lists of dates (EXDATE, RDATE, RECURRENCE-ID) that are not understood',
  event_other: 'events that are not understood',
} as const
export type ProblemKind = keyof typeof words

/** Damage of the file itself; other problems concern single events. */
const damages: ReadonlySet<ProblemKind> = new Set([
  'line_without_name',
  'line_without_value',
  'line_outside',
  'part_without_end',
])

export type ProblemCounts = ReadonlyMap<ProblemKind, number>

export const countProblems = (kinds: readonly ProblemKind[]): ProblemCounts =>
  new Map([...Map.groupBy(kinds, (kind) => kind)].map(([kind, all]) => [kind, all.length]))

/** Why a file with problems is not good, in the feed's words. */
export function describeProblems(counts: ProblemCounts): { reason: StaleReason; detail: string } {
  const isDamaged = [...counts.keys()].some((kind) => damages.has(kind))
  const list = [...counts].map(([kind, count]) => `${count} ${words[kind]}`).join(', ')
  return {
    reason: isDamaged ? 'damaged' : 'unreadable_events',
    detail: `not understood: ${list}; what is readable closes its nights, and nothing opens`,
  }
}
