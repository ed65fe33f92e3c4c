/**
 * What could not be read of a calendar file, by kind and number.
 *
 * The rule that every reader of a file obeys: a file that is readable in part may close nights, never open one. So what is
 * readable is handed on, also from a damaged file; and one problem of any kind makes the file one that opens nothing.
 *
 * Problems are counted and never quoted: lines of calendars hold names of guests. Pure.
 */
import type { StaleReason } from '../../../../contract/ical.ts'

/** Each in the words in which a feed tells it, after its number. */
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

/** The file itself is damaged; other problems are of single events. */
const damages: ReadonlySet<ProblemKind> = new Set([
  'line_without_name',
  'line_without_value',
  'line_outside',
  'part_without_end',
])

export type ProblemCounts = ReadonlyMap<ProblemKind, number>

export const countProblems = (kinds: readonly ProblemKind[]): ProblemCounts =>
  new Map([...Map.groupBy(kinds, (kind) => kind)].map(([kind, all]) => [kind, all.length]))

/** Why a file with problems is not good, as its feed tells it. */
export function describeProblems(counts: ProblemCounts): { reason: StaleReason; detail: string } {
  const isDamaged = [...counts.keys()].some((kind) => damages.has(kind))
  const list = [...counts].map(([kind, count]) => `${count} ${words[kind]}`).join(', ')
  return {
    reason: isDamaged ? 'damaged' : 'unreadable_events',
    detail: `not understood: ${list}; what is readable closes its nights, and nothing opens`,
  }
}
