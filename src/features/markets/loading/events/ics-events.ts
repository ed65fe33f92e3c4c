/** Reads events of a calendar file, bounded in time, memory and repetitions. */
import {
  createFileReader,
  decodeCalendar,
  FileRefused,
  NotWhole,
  partsOf,
  propertyLines,
  parseMoment,
  type CalendarFileParts,
  type FileReader,
  type ReadEvent,
} from '../../../calendar/public.ts'
import { CellFault, degreesIn, inColumn, textIn } from '../../import/cells.ts'
import { faultAt, MarketFileError, type FaultLog } from '../../import/file-fault.ts'
import { labelsIn, ownId } from './csv-events.ts'
import {
  findEventFault,
  longestTitle,
  longestWord,
  mostEvents,
  type FileEvent,
  type EventWindow,
} from './event.ts'

interface IcsRequest extends EventWindow {
  timeZone: string | null
}

/** For the whole file; each event has a shorter limit. */
const limitMs = 30_000

/** Cancelled events are left out. */
export async function icsEvents(
  name: string,
  bytes: Buffer,
  request: IcsRequest,
  faults: FaultLog,
): Promise<FileEvent[]> {
  const parts = wholeParts(name, bytes)
  const lines = eventLines(bytes)
  const reader = createFileReader()
  const end = performance.now() + limitMs
  const events = new Map<string, FileEvent>()
  try {
    for (const { at, texts } of groupsOf(parts.events)) {
      const line = lines[at] ?? 1
      if (performance.now() > end)
        throw faultAt({ file: name, line }, `reading the file takes more than ${limitMs / 1000} s.`)
      try {
        for (const event of await eventsOf(reader, texts, { ...request, zones: parts.timeZones }))
          add(events, event)
      } catch (error) {
        if (error instanceof FileRefused) throw faultAt({ file: name, line }, `${error.message}.`)
        if (!(error instanceof CellFault)) throw error
        faults.add(line, error.message, error.column)
      }
      if (events.size > mostEvents)
        throw faultAt({ file: name, line }, `a file has at most ${mostEvents} events, repetitions included.`)
    }
  } finally {
    await reader.close()
  }
  faults.assertFew(parts.events.length, true)
  return [...events.values()]
}

function wholeParts(name: string, bytes: Buffer): CalendarFileParts {
  const text = decodeCalendar(bytes)
  if (text === null) throw new MarketFileError(`${name}: it is no text.`, { file: name })
  try {
    return partsOf(text)
  } catch (error) {
    if (!(error instanceof NotWhole)) throw error
    const [, unfolded] = /line (\d+)/.exec(error.message) ?? []
    if (unfolded === undefined) throw new MarketFileError(`${name}: ${error.message}.`, { file: name })
    const line = lineOf(bytes, Number(unfolded))
    throw faultAt({ file: name, line }, `${error.message.replace(/ ?(in )?line \d+/, '').trim()}.`)
  }
}

const rawLines = (bytes: Buffer) => bytes.toString('latin1').split(/\r\n|\n|\r/)

/** Finds the nth line of the file, without counting continuation lines. */
function lineOf(bytes: Buffer, unfolded: number): number {
  let count = 0
  for (const [at, line] of rawLines(bytes).entries()) {
    if (line.trim() !== '' && !/^[ \t]/.test(line)) count += 1
    if (count === unfolded) return at + 1
  }
  return 1
}

const eventLines = (bytes: Buffer): number[] =>
  rawLines(bytes).flatMap((line, at) => (/^BEGIN:VEVENT\s*$/i.test(line) ? at + 1 : []))

const uidOf = (part: string) => propertyLines(part, 'UID')[0]?.value.trim() ?? ''

/** Groups a repeating event with its moved occurrences; other events stand alone. */
function groupsOf(events: readonly string[]): { at: number; texts: string[] }[] {
  const moved = new Set(events.filter((part) => propertyLines(part, 'RECURRENCE-ID').length > 0).map(uidOf))
  const groups = new Map<string, { at: number; texts: string[] }>()
  for (const [at, text] of events.entries()) {
    const uid = uidOf(text)
    const key = uid !== '' && moved.has(uid) ? uid : `\n${at}`
    const group = groups.get(key)
    if (group) group.texts.push(text)
    else groups.set(key, { at, texts: [text] })
  }
  return [...groups.values()]
}

async function eventsOf(
  reader: FileReader,
  texts: readonly string[],
  { zones, ...asked }: IcsRequest & { zones: readonly string[] },
): Promise<FileEvent[]> {
  const [part = ''] = texts
  const file = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...zones, ...texts, 'END:VCALENDAR', ''].join('\r\n')
  const read = await reader.read({ ...asked, bytes: Buffer.from(file) })
  if (read.unreadable > 0) throw new CellFault(whyUnreadable(part))
  return read.events.map((event) => toEvent(part, event, asked.timeZone))
}

function whyUnreadable(part: string): string {
  const [start] = propertyLines(part, 'DTSTART')
  if (!start) return 'it has no DTSTART'
  for (const name of ['DTSTART', 'DTEND'])
    for (const { value } of propertyLines(part, name))
      if (parseMoment(value) === null) return `its ${name} ${JSON.stringify(value.slice(0, 40))} is no day`
  return 'when it takes place cannot be understood: it ends before it begins, or its rule is none that is known'
}

function toEvent(part: string, event: ReadEvent, timeZone: string | null): FileEvent {
  const title = textIn(event.summary, longestTitle)
  if (title === null) throw new CellFault('it has no SUMMARY', 'SUMMARY')
  const words = propertyLines(part, 'CATEGORIES').map(({ value }) => value.replaceAll('\\', ''))
  const [category = null] = words.flatMap((value) => labelsIn(value))
  const [latitude, longitude] = placeIn(propertyLines(part, 'GEO')[0]?.value)
  const uid = textIn(event.uid ?? '', longestTitle) ?? ownId(title, event.first)
  const shown: FileEvent = {
    id: event.repeats ? `${uid}/${event.first}` : uid,
    title,
    category: category?.slice(0, longestWord) ?? null,
    start_date: event.first,
    end_date: lastDay(part, event, timeZone),
    latitude,
    longitude,
    rank: null,
    attendance: null,
    labels: labelsIn(words.join(',')),
  }
  const fault = findEventFault(shown)
  if (fault !== null) throw new CellFault(fault)
  return shown
}

function placeIn(value: string | undefined): [number | null, number | null] {
  if (value === undefined) return [null, null]
  const [latitude = '', longitude = ''] = value.split(';')
  return inColumn('GEO', () => [degreesIn(latitude, 90, 'latitude'), degreesIn(longitude, 180, 'longitude')])
}

/** Calendars of homes count nights, while a festival that ends at six in the evening includes that day. */
function lastDay(part: string, { first, until }: ReadEvent, timeZone: string | null): string {
  const before = String(Temporal.PlainDate.from(until).subtract({ days: 1 }))
  const end = parseMoment(propertyLines(part, 'DTEND')[0]?.value ?? '')
  const start = parseMoment(propertyLines(part, 'DTSTART')[0]?.value ?? '')
  if (!end || !start || end.isDay) return before
  const localTime = ({ isUtc, at }: typeof end) =>
    isUtc && timeZone !== null ? at.toZonedDateTime('UTC').withTimeZone(timeZone).toPlainDateTime() : at
  const [from, to] = [localTime(start), localTime(end)]
  // An event that goes on past midnight belongs to the day before.
  const isNextDay = to.hour >= 12 && !from.toPlainDate().equals(to.toPlainDate())
  return isNextDay && first !== until ? until : before
}

function add(events: Map<string, FileEvent>, event: FileEvent): void {
  const id = events.has(event.id) ? `${event.id}/${event.start_date}` : event.id
  if (events.has(id)) throw new CellFault(`the event ${JSON.stringify(id.slice(0, 80))} stands there twice`)
  events.set(id, { ...event, id })
}
