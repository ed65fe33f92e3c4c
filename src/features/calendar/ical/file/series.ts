/** Nights of a series: its rules, without exceptions, with added and moved occurrences. */
import type { EventSpan, EventTime, ReadingClocks } from './event-times.ts'
import { dayOf, addDuration, isSameTime, spanAt, timeOf, timesIn, timesInLine } from './event-times.ts'
import { parseMoment } from './nights.ts'
import type { ProblemKind } from './problems.ts'
import { expandRule, readRule, type RuleParts } from './recurrence-rule.ts'
import { propertyLines } from './structure.ts'

/** Per series. */
const mostOccurrences = 1_200

/** A separately listed occurrence, with the lines that name the original. */
export interface MovedOccurrence {
  part: string
  /** null: it is cancelled. */
  span: EventSpan | null
}

export interface SeriesWindow {
  from: string
  to: string
}

export interface ReadSeries {
  spans: EventSpan[]
  problems: ProblemKind[]
}

export const isSeries = (part: string) =>
  propertyLines(part, 'RRULE').length > 0 ||
  propertyLines(part, 'RDATE').some(({ value }) => value.trim() !== '')

export function readSeries(
  part: string,
  span: EventSpan,
  moved: readonly MovedOccurrence[],
  clocks: ReadingClocks,
  window: SeriesWindow,
): ReadSeries {
  const problems: ProblemKind[] = []
  const { starts, isBroken } = ruleStarts(part, span, clocks, window)
  if (isBroken) problems.push('event_rule')
  const added = addedSpans(part, span, clocks)
  const excepted = timesIn(part, 'EXDATE', clocks).flatMap(({ times }) => times)
  if (added.includes(null) || excepted.includes(null)) problems.push('event_dates')
  // A series' first day always belongs to it, whatever the rule says (RFC 5545 3.8.5.3).
  const all = uniqueSpans([
    span,
    ...starts.map((at) => spanAt(span, at, clocks)),
    ...added.flatMap((one) => one ?? []),
  ])
  const isExcepted = (one: EventSpan) =>
    excepted.some((time) => time && isOccurrence(one.start, time, clocks))
  const left = all.filter((one) => !isExcepted(one))
  const { spans, isUnknown } = withMoved(left, newest(moved), clocks)
  if (isUnknown) problems.push('event_dates')
  return { spans, problems: [...new Set(problems)] }
}

const keyOf = ({ at }: EventTime) => at.toString()
const uniqueSpans = (spans: readonly EventSpan[]) =>
  [...Map.groupBy(spans, ({ start, end }) => `${keyOf(start)} ${keyOf(end)}`).values()].flatMap(
    ([one]) => one ?? [],
  )

/** Whether the file names the occurrence that starts then by this time. */
function isOccurrence(start: EventTime, time: EventTime, clocks: ReadingClocks): boolean {
  if (start.isDay) return dayOf(time, clocks).equals(start.at.toPlainDate())
  if (time.isDay) return time.at.toPlainDate().equals(start.at.toPlainDate())
  return isSameTime(start, time)
}

function ruleStarts(
  part: string,
  { start, end }: EventSpan,
  clocks: ReadingClocks,
  { from, to }: SeriesWindow,
) {
  const rules = [...new Set(propertyLines(part, 'RRULE').map(({ value }) => value.trim()))].map(readRule)
  const days = Math.ceil(Math.abs(start.at.until(end.at).total('days'))) + 2
  const window = {
    from: Temporal.PlainDateTime.from(from).subtract({ days }),
    to: Temporal.PlainDateTime.from(to).add({ days: 2 }),
    isDay: start.isDay,
  }
  const starts: Temporal.PlainDateTime[] = []
  let isBroken = rules.includes(null)
  for (const rule of rules.flatMap((one) => (one ? endsOf(one) : []))) {
    const said = rule.get('UNTIL')
    const until = said === undefined ? null : lastMoment(said, start, clocks)
    if (said !== undefined && !until) {
      isBroken = true
      continue
    }
    try {
      starts.push(...expandRule(start.at, rule, { ...window, until }))
    } catch {
      isBroken = true
    }
  }
  const isTooMany = new Set(starts.map(String)).size > mostOccurrences
  const kept = isTooMany ? starts.toSorted(Temporal.PlainDateTime.compare).slice(0, mostOccurrences) : starts
  return { starts: kept, isBroken: isBroken || isTooMany }
}

/** A rule may not have two ends; where it does, the later one counts. */
function endsOf(rule: RuleParts): RuleParts[] {
  if (!rule.has('COUNT') || !rule.has('UNTIL')) return [rule]
  const without = (name: string) => new Map([...rule].filter(([one]) => one !== name))
  return [without('COUNT'), without('UNTIL')]
}

const endOfDay = Temporal.PlainTime.from('23:59:59')

/** `UNTIL` on the start's clock; a day counts in full. */
function lastMoment(value: string, start: EventTime, clocks: ReadingClocks): Temporal.PlainDateTime | null {
  const time = parseMoment(value) && timeOf('', value, clocks)
  if (!time) return null
  if (start.isDay || time.isDay) return dayOf(time, clocks).toPlainDateTime(endOfDay)
  return time.isUtc ? start.clock.shownAt(time.clock.instantOf(time.at)) : time.at
}

/** `RDATE` values: dates, times, or a time with an end or duration after a slash; null: not understood. */
const addedSpans = (part: string, span: EventSpan, clocks: ReadingClocks): (EventSpan | null)[] =>
  propertyLines(part, 'RDATE').flatMap((line) =>
    line.value.includes('/')
      ? line.value.split(',').map((one) => periodIn(line.params, one, clocks))
      : timesInLine(line, clocks).times.map(
          (time) => time && spanAt(span, startLike(span.start, time, clocks), clocks),
        ),
  )

export function periodIn(params: string, period: string, clocks: ReadingClocks): EventSpan | null {
  const [from = '', to = ''] = period.split('/')
  const start = timeOf(params, from, clocks)
  const end = start && (addDuration(start, to) ?? timeOf(params, to, clocks))
  return start && end && { start, end }
}

/** The time on the series' clock; a day gets the series' hour. */
function startLike(start: EventTime, time: EventTime, clocks: ReadingClocks): Temporal.PlainDateTime {
  if (start.isDay) return dayOf(time, clocks).toPlainDateTime()
  if (time.isDay) return time.at.toPlainDate().toPlainDateTime(start.at.toPlainTime())
  return start.clock.shownAt(time.clock.instantOf(time.at))
}

/** Of several versions of an occurrence, those with the highest SEQUENCE. */
function newest(moved: readonly MovedOccurrence[]): MovedOccurrence[] {
  const sequenceOf = ({ part }: MovedOccurrence) =>
    Number(propertyLines(part, 'SEQUENCE')[0]?.value.trim() ?? 0) || 0
  const ofOne = Map.groupBy(moved, ({ part }) => propertyLines(part, 'RECURRENCE-ID')[0]?.value.trim() ?? '')
  return [...ofOne.values()].flatMap((all) => {
    const highest = Math.max(...all.map(sequenceOf))
    return all.filter((one) => sequenceOf(one) === highest)
  })
}

function withMoved(spans: readonly EventSpan[], moved: readonly MovedOccurrence[], clocks: ReadingClocks) {
  let left = [...spans]
  let isUnknown = false
  for (const { part, span } of moved) {
    const [line] = timesIn(part, 'RECURRENCE-ID', clocks)
    const [time] = line?.times ?? []
    if (!time) isUnknown = true
    if (!time || !line) continue
    const isIt = ({ start }: EventSpan) => isOccurrence(start, time, clocks)
    const found = left.find(isIt)
    left = left.filter((one) => !isIt(one))
    if (!found || !/RANGE\s*=\s*"?THISANDFUTURE/i.test(line.params)) continue
    // All later occurrences move by the same amount.
    const isLater = ({ start }: EventSpan) => Temporal.PlainDateTime.compare(start.at, found.start.at) > 0
    const later = left.filter(isLater)
    left = left.filter((one) => !isLater(one))
    if (!span) continue
    const by = found.start.at.until(startLike(found.start, span.start, clocks))
    const like = {
      ...span,
      start: {
        ...span.start,
        ...(span.start.isDay
          ? {}
          : { clock: found.start.clock, at: startLike(found.start, span.start, clocks) }),
      },
    }
    left.push(...later.map(({ start }) => spanAt(like, start.at.add(by), clocks)))
  }
  return { spans: [...left, ...moved.flatMap(({ span }) => span ?? [])], isUnknown }
}
