/**
 * Reads the events of a calendar file. A partly readable file may close nights, never open one (`problems.ts`). Runs
 * in a thread with a time limit (`file-reader.ts`).
 */
import { knownZone } from '../../../../records/property-day.ts'
import { clockOf } from './clocks.ts'
import { decodeCalendar } from './decode-calendar.ts'
import { readSpan, spanNights, type EndOfEvent, type EventSpan, type ReadingClocks } from './event-times.ts'
import type { NightSpan } from './nights.ts'
import { countProblems, type ProblemCounts, type ProblemKind } from './problems.ts'
import { isSeries, periodIn, readSeries, type SeriesWindow } from './series.ts'
import { mostSpans, NotWhole, propertyLines, readableParts } from './structure.ts'
import { clockFinder } from './time-zones.ts'
import { zoneByName } from './zone-names.ts'

// Some calendars mark a stay's arrival and departure by events beside it. They take no night of their own
// (https://github.com/tykeal/homeassistant-rental-control/issues/159).

/** Words for arrival and departure in languages of calendars seen, or likely. */
const arrivals =
  'check[\\s-]?in|arrival|arriving|anreise|ankunft|arriv[ée]e|llegada|entrada|arrivo|chegada|aankomst|ankomst|przyjazd|p[řr][íi]jezd|dolazak'
const departures =
  'check[\\s-]?out|departure|departing|abreise|d[ée]part|salida|partenza|vertrek|sa[íi]da|partida|afrejse|avreise|avresa|wyjazd|odjezd|odlazak'
const wordOf = (words: string) => new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'iu')
const [arrivalWord, departureWord] = [wordOf(arrivals), wordOf(departures)]
/** Words that make the event a closure: nobody can arrive, so it is no marker. */
const closingWord =
  /(?<!\p{L})(?:no|not|closed|block|blocked|unavailable|kein|keine|gesperrt|ferm[ée])(?!\p{L})/iu

type MarkedDay = 'first' | 'until'

/** Which day of a stay the event marks; null: it is no marker. */
function markedDay({ summary, repeats, first, until }: ReadEvent): MarkedDay | null {
  const isOneDay = String(Temporal.PlainDate.from(first).add({ days: 1 })) === until
  if (repeats || !isOneDay || closingWord.test(summary)) return null
  const [arrives, departs] = [arrivalWord.test(summary), departureWord.test(summary)]
  if (arrives === departs) return null
  return arrives ? 'first' : 'until'
}

/** Drops markers of stays among the events; a marker without a stay closes its night. */
function withoutMarkers(events: readonly ReadEvent[]): ReadEvent[] {
  const marked = new Map(
    events.flatMap((event) => markedDay(event) ?? []).length === 0
      ? []
      : events.map((event) => [event, markedDay(event)]),
  )
  if (marked.size === 0) return [...events]
  const stays = events.filter((event) => !marked.get(event))
  const days = {
    first: new Set(stays.map(({ first }) => first)),
    until: new Set(stays.map(({ until }) => until)),
  }
  return events.filter((event) => {
    const day = marked.get(event)
    return !day || !days[day].has(event.first)
  })
}

export type { EndOfEvent } from './event-times.ts'

export interface ReadEvent extends NightSpan {
  /** As in the file; two events can share it. */
  uid: string | null
  summary: string
  description: string
  /** The event's URL, which platforms use for the booking's page. */
  url: string
  /** One of many occurrences of a rule; all share its UID. */
  repeats: boolean
  end: EndOfEvent
  /** Its time zone is unknown and not properly described in the file, so times are read without it. */
  lostZone: boolean
}

export interface ReadFile {
  prodId: string | null
  events: ReadEvent[]
  /** How much could not be understood: what else the file closed is unknown. */
  unreadable: number
  problems: ProblemCounts
  /** Events with `STATUS:CANCELLED`. */
  cancelled: number
}

export interface FileReadRequest {
  bytes: Uint8Array
  timeZone: string | null
  /** Recurring events are expanded between these days. */
  from: string
  to: string
}

interface OccurrenceWindow extends SeriesWindow {
  clocks: ReadingClocks
}

/** Throws `NotWhole` where the file as a whole cannot be trusted. */
export function readFile({ bytes, timeZone, from, to }: FileReadRequest): ReadFile {
  const text = decodeCalendar(bytes)
  if (text === null) throw new NotWhole('damaged', 'it is not text')
  const { prodId, timeZones, events, busy, zoneName, damage } = readableParts(text)
  const years = { from: Number(from.slice(0, 4)) - 1, to: Number(to.slice(0, 4)) + 1 }
  const find = clockFinder(timeZones, years)
  const zone = timeZone === null ? zoneByName(zoneName ?? '') : null
  const window = { clocks: { find, listing: clockOf(zone ?? knownZone(timeZone)) }, from, to }
  const problems: ProblemKind[] = damage.map(({ kind }) => kind)
  const read: ReadEvent[] = []
  let cancelled = 0
  for (const group of groupsOf(events)) {
    const found = occurrencesOf(group, window)
    problems.push(...found.problems)
    read.push(...found.events)
    if (found.events.length + found.problems.length === 0) cancelled += 1
    if (read.length > mostSpans)
      throw new NotWhole('too_many_events', `its events repeat more than ${mostSpans} times`)
  }
  for (const part of busy) {
    const found = busyOccurrences(part, window)
    problems.push(...found.problems)
    read.push(...found.events)
  }
  const counts = countProblems(problems)
  const found = withoutMarkers(read)
  const believed = damage.length > 0 ? found.map((one) => fromToday(one, from)) : found
  return { prodId, events: believed, unreadable: problems.length, problems: counts, cancelled }
}

/**
 * Running events end by themselves, even when good files omit them. In a damaged file the start may be another event's
 * and close nights for long. So such an event counts from today.
 */
const fromToday = (event: ReadEvent, today: string): ReadEvent =>
  event.first < today && event.until > today ? { ...event, first: today } : event

const uidOf = (part: string) => propertyLines(part, 'UID')[0]?.value.trim() || null
const isCalledOff = (part: string) =>
  /^CANCELL?ED$/i.test(propertyLines(part, 'STATUS')[0]?.value.trim() ?? '')
const isException = (part: string) => propertyLines(part, 'RECURRENCE-ID').length > 0

/** Groups a recurring event with its separately listed occurrences; every other event is alone. */
function groupsOf(events: readonly string[]): string[][] {
  const exceptions = Map.groupBy(
    events.filter((part) => isException(part) && uidOf(part) !== null),
    uidOf,
  )
  const groups = events
    .filter((part) => !isException(part) || uidOf(part) === null)
    .map((part) => {
      const own = isSeries(part) ? (exceptions.get(uidOf(part)) ?? []) : []
      if (own.length > 0) exceptions.delete(uidOf(part))
      return [part, ...own]
    })
  return [...groups, ...[...exceptions.values()].flat().map((part) => [part])]
}

interface FoundEvents {
  events: ReadEvent[]
  problems: ProblemKind[]
}

function occurrencesOf(group: readonly string[], window: OccurrenceWindow): FoundEvents {
  const [part = '', ...exceptions] = group
  // Separately listed occurrences remain without their cancelled series.
  if (isCalledOff(part)) return joinFound(exceptions.map((one) => occurrencesOf([one], window)))
  const problems: ProblemKind[] = []
  const spanOf = (one: string) => {
    try {
      const found = readSpan(one, window.clocks)
      problems.push(...found.problems)
      return found
    } catch {
      problems.push('event_start')
      return null
    }
  }
  const main = spanOf(part)
  const others = exceptions.map((one) => ({ part: one, read: isCalledOff(one) ? null : spanOf(one) }))
  // An unreadable occurrence is not known to have moved: it stays where its series has it.
  const moved = others
    .filter(({ part: one, read }) => read !== null || isCalledOff(one))
    .map(({ part: one, read }) => ({ part: one, span: read?.span ?? null }))
  const repeats = isSeries(part)
  const series =
    main && repeats ? readSeries(part, main.span, moved, window.clocks, window) : { spans: [], problems: [] }
  const alone = main ? [main.span] : moved.flatMap(({ span }) => span ?? [])
  const ends = [main, ...others.map(({ read }) => read)].flatMap((one) => one?.end ?? [])
  const about = {
    ...{ uid: uidOf(part), summary: textOf(part, 'SUMMARY') },
    ...{ description: textOf(part, 'DESCRIPTION'), url: textOf(part, 'URL') },
    ...{ repeats, end: ends.find((one) => one !== 'written') ?? ('written' as const) },
  }
  const spans = repeats && main ? series.spans : alone
  return {
    events: nightsIn(spans, repeats, window).map((nights) => ({ ...about, ...nights })),
    problems: [...problems, ...series.problems],
  }
}

const joinFound = (all: readonly FoundEvents[]): FoundEvents => ({
  events: all.flatMap(({ events }) => events),
  problems: all.flatMap(({ problems }) => problems),
})

/** A series that is over stays known by its first occurrence. */
function nightsIn(spans: readonly EventSpan[], repeats: boolean, { clocks, from, to }: OccurrenceWindow) {
  const all = spans.flatMap((span) => {
    const nights = spanNights(span, clocks)
    return nights ? [{ ...nights, lostZone: span.start.lostZone || span.end.lostZone }] : []
  })
  const inside = repeats ? all.filter(({ first, until }) => until >= from && first <= to) : all
  return inside.length > 0 ? inside : all.slice(0, 1)
}

/** Busy times of a VFREEBUSY (RFC 5545 3.8.2.6). */
function busyOccurrences(part: string, { clocks }: OccurrenceWindow): FoundEvents {
  const texts = { uid: uidOf(part), summary: '', description: '', url: '' }
  const about = { ...texts, repeats: false, end: 'written' as const }
  return joinFound(
    propertyLines(part, 'FREEBUSY').map(({ params, value }) => {
      const found: FoundEvents = { events: [], problems: [] }
      if (/FBTYPE\s*=\s*"?FREE\b/i.test(params)) return found
      for (const period of value.split(',').filter((one) => one.trim() !== '')) {
        const span = periodIn('', period, clocks)
        const nights = span && spanNights(span, clocks)
        if (nights) found.events.push({ ...about, ...nights, lostZone: false })
        else found.problems.push('event_other')
      }
      return found
    }),
  )
}

const escapes: Record<string, string> = { n: '\n', N: '\n' }
const textOf = (part: string, name: string): string =>
  (propertyLines(part, name)[0]?.value ?? '')
    .slice(0, 2_000)
    .replaceAll(/\\(.)/g, (_, c: string) => escapes[c] ?? c)
