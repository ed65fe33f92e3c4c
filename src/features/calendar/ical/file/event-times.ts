/** Start and end of one event. Pure. */
import { clockOf, utcClock, type ZoneClock } from './clocks.ts'
import { nightsOf, parseMoment, type LocalTime, type NightSpan } from './nights.ts'
import type { ProblemKind } from './problems.ts'
import { propertyLines, type PropertyLine } from './structure.ts'
import type { ClockFinder } from './time-zones.ts'

export interface ReadingClocks {
  find: ClockFinder
  /** Reads times without a zone, or in an unknown one. */
  listing: ZoneClock
}

export interface EventTime {
  isDay: boolean
  /** As written, by `clock`. */
  at: Temporal.PlainDateTime
  clock: ZoneClock
  isUtc: boolean
  lostZone: boolean
}

export interface EventSpan {
  start: EventTime
  end: EventTime
}

/**
 * How the file gives an event's end. `none`: not at all, which means one day (RFC 5545 3.6.1). `weak`: equal to the
 * start, or a day for a timed start and vice versa. `broken`: neither an end nor a duration.
 */
export type EndOfEvent = 'written' | 'none' | 'weak' | 'broken'

export interface ReadSpan {
  span: EventSpan
  end: EndOfEvent
  problems: ProblemKind[]
}

export interface TimeLine {
  params: string
  times: (EventTime | null)[]
}

/** Times in a property's lines; null: not a valid time. */
export const timesIn = (part: string, name: string, clocks: ReadingClocks): TimeLine[] =>
  propertyLines(part, name).map((line) => timesInLine(line, clocks))

export function timesInLine({ params, value }: PropertyLine, clocks: ReadingClocks): TimeLine {
  const times = listOf(value).map((one) => timeOf(params, one, clocks))
  if (times.length > 0 && !times.includes(null)) return { params, times }
  // A zone's name can contain a colon, even unquoted.
  const all = `${params}:${value}`
  const [head, last] = [all.slice(0, all.lastIndexOf(':')), all.slice(all.lastIndexOf(':') + 1)]
  const others = listOf(last).map((one) => timeOf(head, one, clocks))
  return others.includes(null) ? { params, times } : { params: head, times: others }
}

const listOf = (value: string) =>
  value
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')

const isDateForm = /;\s*VALUE\s*=\s*"?DATE"?\s*(;|$)/i

export function timeOf(params: string, value: string, clocks: ReadingClocks): EventTime | null {
  const written = parseMoment(value)
  if (!written) return null
  const { isDay, isUtc, offset, at } = written
  const day = (date: Temporal.PlainDate): EventTime => ({
    ...{ isDay: true, at: date.toPlainDateTime(), clock: clocks.listing, isUtc: false, lostZone: false },
  })
  if (isDay) return day(at.toPlainDate())
  const named = isUtc || offset !== null ? null : clockIn(params, clocks)
  const clock = isUtc ? utcClock : offset !== null ? clockOf(offset) : (named?.clock ?? clocks.listing)
  const time = { isDay, at, clock, isUtc, lostZone: named?.isLost ?? false }
  return isDateForm.test(params) ? day(dayOf(time, clocks)) : time
}

function clockIn(
  params: string,
  { find }: ReadingClocks,
): { clock: ZoneClock | null; isLost: boolean } | null {
  const names = [...params.matchAll(/;\s*TZID\s*=\s*(?:"([^"]*)"?|([^;]*))/gi)].map(
    ([, quoted, plain]) => quoted ?? plain ?? '',
  )
  if (names.length === 0) return null
  const clock = names.map(find).find((one) => one !== null) ?? null
  return { clock, isLost: clock === null }
}

/**
 * The day of an all-day event written as a time. Outlook writes the owner's midnight in UTC, and the owner is where
 * the listing is (https://github.com/jens-maus/node-ical/issues/543). Midnight in UTC is a day given a time.
 */
export function dayOf(
  { isDay, isUtc, at, clock }: Pick<EventTime, 'isDay' | 'isUtc' | 'at' | 'clock'>,
  { listing }: ReadingClocks,
) {
  const isMidnight = Temporal.PlainTime.compare(at.toPlainTime(), new Temporal.PlainTime()) === 0
  return isDay || !isUtc || isMidnight ? at.toPlainDate() : listing.shownAt(clock.instantOf(at)).toPlainDate()
}

const instantOf = ({ clock, at }: EventTime) => clock.instantOf(at)
export const isSameTime = (a: EventTime, b: EventTime) =>
  a.isDay === b.isDay && (a.isDay ? a.at.equals(b.at) : instantOf(a).equals(instantOf(b)))

const localOf = (time: EventTime, { listing }: ReadingClocks): LocalTime =>
  time.isDay ? time : { isDay: false, at: listing.shownAt(instantOf(time)) }

/** The end on the start's clock; for a start without time, on the listing's. */
function endShown({ start, end }: EventSpan, { listing }: ReadingClocks): Temporal.PlainDateTime {
  if (end.isDay || end.clock === start.clock) return end.at
  return (start.isDay ? listing : start.clock).shownAt(instantOf(end))
}

/** The span moved to start at `at`, on the start's clock. */
export function spanAt(span: EventSpan, at: Temporal.PlainDateTime, clocks: ReadingClocks): EventSpan {
  const { start, end } = span
  const shown = endShown(span, clocks)
  const moved = { ...start, at }
  if (end.isDay) {
    const days = start.at.toPlainDate().until(end.at.toPlainDate())
    return { start: moved, end: { ...end, at: at.toPlainDate().add(days).toPlainDateTime() } }
  }
  const civil = {
    ...end,
    clock: start.isDay ? clocks.listing : start.clock,
    at: at.add(start.at.until(shown)),
  }
  if (start.isDay) return { start: moved, end: civil }
  // Where clocks change in between, readers count either hours or local time. The later end closes more.
  const exact = instantOf(moved).add(instantOf(start).until(instantOf(end)))
  const isLater = Temporal.Instant.compare(exact, instantOf(civil)) > 0
  return { start: moved, end: isLater ? { ...civil, at: start.clock.shownAt(exact) } : civil }
}

/** null: it ends before it starts. */
export const spanNights = ({ start, end }: EventSpan, clocks: ReadingClocks): NightSpan | null =>
  nightsOf(localOf(start, clocks), localOf(end, clocks))

const durationForm =
  /^\+?P(?=[\dT])(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,9})S)?)?$/i

/** The end after this duration (RFC 5545 3.3.6); null: not a duration. */
export function addDuration(start: EventTime, value: string): EventTime | null {
  const found = durationForm.exec(value.trim())
  if (!found || !/\d/.test(value)) return null
  const [weeks, days, hours, minutes, seconds] = found.slice(1).map((part) => Number(part ?? 0))
  const later = start.at.add({ weeks: weeks ?? 0, days: days ?? 0 })
  const rest = { hours: hours ?? 0, minutes: minutes ?? 0, seconds: seconds ?? 0 }
  if (!start.isDay) return { ...start, at: start.clock.shownAt(start.clock.instantOf(later).add(rest)) }
  const last = later.add(rest)
  const isWhole = Temporal.PlainTime.compare(last.toPlainTime(), new Temporal.PlainTime()) === 0
  return {
    ...start,
    at: last
      .toPlainDate()
      .add({ days: isWhole ? 0 : 1 })
      .toPlainDateTime(),
  }
}

const nextDay = (time: EventTime, clocks: ReadingClocks): EventTime => {
  const date = localOf(time, clocks).at.toPlainDate().add({ days: 1 })
  return { ...time, isDay: true, at: date.toPlainDateTime(), clock: clocks.listing }
}
const compare = (a: EventTime, b: EventTime, clocks: ReadingClocks) =>
  Temporal.PlainDateTime.compare(localOf(a, clocks).at, localOf(b, clocks).at)

/** Throws where the event has no readable start or end. */
export function readSpan(part: string, clocks: ReadingClocks): ReadSpan {
  const problems: ProblemKind[] = []
  const timesOf = (name: string, kind: ProblemKind) => {
    const all = timesIn(part, name, clocks).flatMap(({ times }) => (times.length === 0 ? [null] : times))
    const known = all.flatMap((time) => time ?? []).toSorted((a, b) => compare(a, b, clocks))
    const [first] = known
    if (all.includes(null) || (first && !known.every((time) => isSameTime(time, first)))) problems.push(kind)
    return known
  }
  const starts = timesOf('DTSTART', 'event_start')
  const ends = timesOf('DTEND', 'event_end')
  const [start] = starts
  const lastEnd = ends.at(-1)
  if (!start) {
    if (!lastEnd) throw new Error('nothing says when it is')
    // The last night is known from the end.
    const at = localOf(lastEnd, clocks).at.toPlainDate().subtract({ days: 1 }).toPlainDateTime()
    const night = { ...lastEnd, isDay: true, at, clock: clocks.listing }
    const span = { start: night, end: nextDay(night, clocks) }
    return { span, end: 'broken', problems: [...new Set([...problems, 'event_start' as const])] }
  }
  const { end: after, kind } = durationEnd(part, start)
  const end = lastEnd && after && compare(after, lastEnd, clocks) > 0 ? after : (lastEnd ?? after)
  const span = { start, end: end ?? (start.isDay ? nextDay(start, clocks) : start) }
  const isBroken = problems.length > 0
  if (spanNights(span, clocks)) {
    const said = isBroken ? 'broken' : lastEnd ? weakOrWritten(span) : kind
    return { span, end: said, problems }
  }
  // It ends before it starts: both agree on the night of the start.
  const night = { start, end: nextDay(start, clocks) }
  return { span: night, end: 'broken', problems: [...new Set([...problems, 'event_end' as const])] }
}

function durationEnd(part: string, start: EventTime): { end: EventTime | null; kind: EndOfEvent } {
  const [line] = propertyLines(part, 'DURATION')
  if (!line) return { end: null, kind: 'none' }
  const end = addDuration(start, line.value)
  if (!end) return { end: null, kind: 'broken' }
  return { end, kind: /[1-9]/.test(line.value) ? 'written' : 'weak' }
}

const weakOrWritten = ({ start, end }: EventSpan): EndOfEvent =>
  start.isDay !== end.isDay || isSameTime(start, end) ? 'weak' : 'written'
