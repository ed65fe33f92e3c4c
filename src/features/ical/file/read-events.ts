/**
 * The events of a calendar file, by node-ical. It is given one event at a time, because it keeps events by their UID and
 * would let one of two that share it fall; and it is called within a thread that has an end (`reader.ts`).
 */
import ical, { expandRecurringEvent, type DateWithTimeZone, type VEvent } from 'node-ical'
import { knownZone } from '../../../records/property-day.ts'
import { decoded } from './decode.ts'
import { nightsOf, writtenMoment, type Moment, type Nights } from './nights.ts'
import { mostSpans, NotWhole, partsOf, propertyLines } from './structure.ts'
import { describedZones, withZones, zonesIn } from './time-zones.ts'

export interface ReadEvent extends Nights {
  /** As the file has it; two events can share it. */
  uid: string | null
  summary: string
  description: string
  /** One of many that a rule makes; its UID is that of all of them. */
  repeats: boolean
  end: EndOfEvent
  /** A zone of its times is known to nobody, and not described in the file as it has to be: they are read without it. */
  lostZone: boolean
}

/**
 * How the file says where an event ends. `none`: not at all, which is one day (RFC 5545 3.6.1). `weak`: where it begins, or as
 * a day of what begins at a time, and the other way round. `broken`: by what is no duration.
 */
export type EndOfEvent = 'written' | 'none' | 'weak' | 'broken'

export interface ReadFile {
  prodId: string | null
  events: ReadEvent[]
  /** Events that could not be understood: whatever they closed is not known. */
  unreadable: number
  /** Called off: `STATUS:CANCELLED`. */
  cancelled: number
}

export interface Asked {
  bytes: Uint8Array
  timeZone: string | null
  /** Nights of recurring events are laid out between these days. */
  from: string
  to: string
}

/** Of one recurring event. */
const mostOccurrences = 1_200

/** Rules that say more than one occurrence a day close nothing that daily ones do not. */
const tooOften = /FREQ=(HOURLY|MINUTELY|SECONDLY)|BYHOUR=|BYMINUTE=|BYSECOND=/i

/** Throws `NotWhole` where the file as a whole is not to be believed. */
export function readFile({ bytes, timeZone, from, to }: Asked): ReadFile {
  const text = decoded(bytes)
  if (text === null) throw new NotWhole('damaged', 'it is not text')
  const { prodId, timeZones, events } = partsOf(text)
  const zone = knownZone(timeZone)
  const described = describedZones(timeZones)
  const asked = new Map<string, boolean>()
  const hasName = (name: string) => asked.getOrInsertComputed(name, isNameOfZone)
  const read: ReadFile = { prodId, events: [], unreadable: 0, cancelled: 0 }
  for (const group of groupsOf(events)) {
    try {
      const found = occurrencesOf(group, { described, hasName, zone, from, to })
      read.events.push(...found)
      if (found.length === 0 && isCalledOff(group)) read.cancelled += 1
    } catch {
      read.unreadable += 1
    }
    if (read.events.length > mostSpans)
      throw new NotWhole('too_many_events', `its events repeat more than ${mostSpans} times`)
  }
  return read
}

const uidOf = (part: string) => propertyLines(part, 'UID')[0]?.value.trim() || null
const isCalledOff = (group: readonly string[]) =>
  group.every((part) => /^CANCELLED$/i.test(propertyLines(part, 'STATUS')[0]?.value.trim() ?? ''))

/** An event that repeats, together with those of its occurrences that are told by themselves; every other by itself. */
function groupsOf(events: readonly string[]): string[][] {
  const isException = (part: string) => propertyLines(part, 'RECURRENCE-ID').length > 0
  const exceptions = Map.groupBy(
    events.filter((part) => isException(part) && uidOf(part) !== null),
    uidOf,
  )
  const groups = events
    .filter((part) => !isException(part) || uidOf(part) === null)
    .map((part) => {
      const repeats = propertyLines(part, 'RRULE').length + propertyLines(part, 'RDATE').length > 0
      const own = repeats ? (exceptions.get(uidOf(part)) ?? []) : []
      if (own.length > 0) exceptions.delete(uidOf(part))
      return [part, ...own]
    })
  return [...groups, ...[...exceptions.values()].flat().map((part) => [part])]
}

interface Around {
  described: ReadonlyMap<string, string>
  hasName(name: string): boolean
  zone: string
  from: string
  to: string
}

function occurrencesOf(group: readonly string[], around: Around): ReadEvent[] {
  const [part = '', ...exceptions] = group
  for (const one of group) assertDates(one)
  if (isCalledOff([part]) && exceptions.length === 0) return []
  const [rule, ...others] = propertyLines(part, 'RRULE')
  if (others.length > 0) throw new Error('it has more than one rule')
  if (propertyLines(part, 'RDATE').length > 0) throw new Error('it lists dates one by one')
  const end: EndOfEvent = group.map(endOf).find((one) => one !== 'written') ?? 'written'
  const { event, lostZone } = parsed(group, around)
  const about = {
    lostZone,
    uid: uidOf(part),
    repeats: rule !== undefined,
    end,
    summary: textOf(part, 'SUMMARY'),
    description: textOf(part, 'DESCRIPTION'),
  }
  if (rule === undefined) return [{ ...about, ...spanOf(part, event, around.zone) }]
  if (tooOften.test(rule.value)) throw new Error('it repeats within a day')
  const occurrences = expandRecurringEvent(event, {
    from: new Date(`${around.from}T00:00:00Z`),
    to: new Date(`${around.to}T00:00:00Z`),
    expandOngoing: true,
  })
  if (occurrences.length > mostOccurrences) throw new Error('it repeats too often')
  const nights = occurrences
    .filter((one) => one.event.status !== 'CANCELLED')
    .map(({ start, end, isFullDay }) => {
      const found = nightsOf(momentOf(start, isFullDay), momentOf(end, isFullDay), around.zone)
      if (!found) throw new Error('it ends before it begins')
      return found
    })
  // A rule that never comes true closes the days it stands on all the same.
  const all = nights.length > 0 ? nights : [spanOf(part, event, around.zone)]
  return all.map((one) => ({ ...about, ...one }))
}

const duration = /^\+?P(?=[\dT])(\d+W|(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+S)?)?)$/

function endOf(part: string): EndOfEvent {
  const [start] = propertyLines(part, 'DTSTART')
  const [end] = propertyLines(part, 'DTEND')
  if (end) {
    const isDay = (value = '') => writtenMoment(value)?.isDay
    const isWeak = end.value.trim() === start?.value.trim() || isDay(end.value) !== isDay(start?.value)
    return isWeak ? 'weak' : 'written'
  }
  const [lasting] = propertyLines(part, 'DURATION')
  if (!lasting) return 'none'
  if (!duration.test(lasting.value.trim())) return 'broken'
  return /[1-9]/.test(lasting.value) ? 'written' : 'weak'
}

/** node-ical counts days that do not exist on into the next month. */
function assertDates(part: string): void {
  const starts = propertyLines(part, 'DTSTART')
  const ends = propertyLines(part, 'DTEND')
  if (starts.length !== 1 || ends.length > 1) throw new Error('it has no one beginning')
  for (const { value } of [...starts, ...ends])
    if (writtenMoment(value) === null) throw new Error(`${value.slice(0, 40)} is no day`)
}

/** node-ical takes the rules of a file for zones with such a name only; of every other the name alone decides. */
const byItsRules = 'Customized Time Zone'

/** Zones that have a name everywhere keep it, whatever the file says of them. */
function parsed(
  group: readonly string[],
  { described, hasName }: Around,
): { event: VEvent; lostZone: boolean } {
  const unknown = [...new Set(group.flatMap((part) => [...zonesIn(part)]))].filter((name) => !hasName(name))
  const renamed = new Map(
    unknown.flatMap((name, place) => {
      const part = described.get(name)
      return part === undefined ? [] : [[name, { to: `${byItsRules} ${place}`, part }] as const]
    }),
  )
  const zones = [...renamed.values()].map(({ to, part }) => part.replace(/^TZID.*$/im, `TZID:${to}`))
  const events = group.map((part) =>
    withZones(part, (name) => (unknown.includes(name) ? renamed.get(name)?.to : name)),
  )
  return { event: parsedEvent([...zones, ...events]), lostZone: renamed.size < unknown.length }
}

function parsedEvent(parts: readonly string[]): VEvent {
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...parts, 'END:VCALENDAR', '']
  const calendar = ical.sync.parseICS(lines.join('\r\n'))
  const events = Object.values(calendar).filter((one): one is VEvent => one?.type === 'VEVENT')
  const [event] = events
  if (events.length !== 1 || event === undefined) throw new Error('it is no event')
  return event
}

/** Names that node-ical takes for the zone of this process, where the file does not say more. */
const ofThisProcess = /^(Customized Time Zone|tzone:\/\/Microsoft\/|\(no TZ description\))/

/** Whether the zone is known by it: one of IANA, or of Windows. */
function isNameOfZone(name: string): boolean {
  if (ofThisProcess.test(name)) return false
  const event = `BEGIN:VEVENT\r\nUID:1\r\nDTSTART;TZID="${name}":20260101T120000\r\nEND:VEVENT`
  const { tz } = parsedEvent([event]).start
  return typeof tz === 'string' && isZone(tz)
}

function spanOf(part: string, event: VEvent, zone: string): Nights {
  const [start] = propertyLines(part, 'DTSTART')
  const [end] = propertyLines(part, 'DTEND')
  const from = momentOf(event.start, event.datetype === 'date', start?.value)
  const to = momentOf(event.end ?? event.start, event.datetype === 'date', end?.value)
  const nights = nightsOf(from, to, zone)
  if (!nights) throw new Error('it ends before it begins')
  return nights
}

/** A time without a zone, or in one that nobody knows, is read as the clock of the listing shows it. */
function momentOf(date: DateWithTimeZone, isDay: boolean, value?: string): Moment {
  if (!(date instanceof Date) || Number.isNaN(date.getTime())) throw new Error('it has no time')
  const zone = typeof date.tz === 'string' && isZone(date.tz) ? date.tz : null
  const written = value === undefined ? null : writtenMoment(value)
  return {
    isDay,
    written: written?.at ?? localTime(date),
    instant: zone === null ? null : Temporal.Instant.fromEpochMilliseconds(date.getTime()),
  }
}

/** node-ical gives days, and times without a zone, in the time zone of this process. */
const localTime = (date: Date) =>
  new Temporal.PlainDateTime(
    date.getFullYear(),
    date.getMonth() + 1,
    date.getDate(),
    date.getHours(),
    date.getMinutes(),
    date.getSeconds(),
  )

function isZone(name: string): boolean {
  try {
    Temporal.Now.zonedDateTimeISO(name)
    return true
  } catch {
    return false
  }
}

const escapes: Record<string, string> = { n: '\n', N: '\n' }
const textOf = (part: string, name: string): string =>
  (propertyLines(part, name)[0]?.value ?? '')
    .slice(0, 2_000)
    .replaceAll(/\\(.)/g, (_, c: string) => escapes[c] ?? c)
