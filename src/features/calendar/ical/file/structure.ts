/** Parts of a calendar file: of an intact one (`partsOf`), or what is readable of a damaged one (`readableParts`). Pure. */
import { distance } from 'fastest-levenshtein'
import { parseMoment } from './nights.ts'
import type { ProblemKind } from './problems.ts'

export interface CalendarFileParts {
  /** The program that wrote it; null: not given. */
  prodId: string | null
  timeZones: string[]
  /** From first to last line, without nested parts such as alarms. */
  events: string[]
}

interface FileDamage {
  kind: ProblemKind
  message: string
}

export interface ReadableParts extends CalendarFileParts {
  /** Busy times (VFREEBUSY). */
  busy: string[]
  /** The calendar's default time zone (X-WR-TIMEZONE). */
  zoneName: string | null
  damage: FileDamage[]
}

export class NotWhole extends Error {
  override name = 'NotWhole'
  readonly why: 'not_a_calendar' | 'damaged' | 'too_many_events'
  constructor(why: NotWhole['why'], message: string) {
    super(message)
    this.why = why
  }
}

/** No home's calendar has more. */
const mostEvents = 5_000
/** The limit for spans, of which recurring events have many. */
export const mostSpans = 20_000
/** Nesting limit: calendars have three levels. */
const mostLevels = 9

const edgeForm = /^\s*(BEGIN|END)\s*:\s*([A-Z0-9-]+)\s*$/i
/** Some hand-made files are indented, which looks like folding. */
const indentedForm = /^[ \t]+(BEGIN|END):(VEVENT|VCALENDAR)\s*$/im
const propertyForm = /^[ \t]*[A-Za-z0-9_.-]+\s*[;:]/

/** Unfolds lines; they may end in CRLF, LF or CR. */
function unfoldLines(text: string): string[] {
  const isIndented = indentedForm.test(text)
  const lines: string[] = []
  for (const line of text.split(/\r\n|\n|\r/)) {
    const before = lines.length - 1
    const isFolded = /^[ \t]/.test(line) && before >= 0 && !(isIndented && propertyForm.test(line))
    if (isFolded) lines[before] += line.slice(1)
    else if (line.trim() !== '') lines.push(isIndented ? line.trimStart() : line)
  }
  return lines.map((line) => line.trimEnd())
}

/** Throws `NotWhole` even where only a part is damaged. */
export function partsOf(text: string): CalendarFileParts {
  const { prodId, timeZones, events, damage } = readableParts(text)
  const [first] = damage
  if (first) throw new NotWhole('damaged', first.message)
  return { prodId, timeZones, events }
}

/** Throws `NotWhole` where nothing is a calendar, or the file is too large. */
export function readableParts(text: string): ReadableParts {
  const lines = unfoldLines(text)
  if (!lines.some((line) => /BEGIN\s*:\s*(VCALENDAR|VEVENT)$/i.test(line)))
    throw new NotWhole('not_a_calendar', 'it does not begin with BEGIN:VCALENDAR')
  const parts = new PartReader()
  const endsWithLine = /[\r\n]\s*$/.test(text)
  for (const [at, line] of lines.entries()) parts.take(line, at + 1)
  parts.finish(endsWithLine)
  return parts.read
}

interface UnclosedPart {
  name: string
  lines: string[]
}

class PartReader {
  readonly read: ReadableParts = {
    ...{ prodId: null, timeZones: [], events: [], busy: [], zoneName: null, damage: [] },
  }
  readonly #open: UnclosedPart[] = []
  /** The part that the last line was added to. */
  #lastTaken: UnclosedPart | null = null

  take(line: string, at: number): void {
    this.#lastTaken = null
    const [, edge, name = ''] = edgeForm.exec(line) ?? []
    if (edge === undefined) this.#takeProperty(line, at)
    else if (edge.toUpperCase() === 'BEGIN') this.#begin(name.toUpperCase(), line, at)
    else this.#end(name.toUpperCase(), at)
  }

  /** Closes parts left open. A last line without line end may be cut off. */
  finish(endsWithLine: boolean): void {
    if (!endsWithLine) this.#lastTaken?.lines.pop()
    while (this.#open.length > 0) this.#endUnended()
  }

  #note(kind: ProblemKind, message: string): void {
    this.read.damage.push({ kind, message })
  }

  #begin(name: string, line: string, at: number): void {
    const within = this.#open.findIndex((part) => part.name === name)
    // Calendars and events do not nest, so the outer one's end was lost.
    if (within >= 0 && (name === 'VCALENDAR' || name === 'VEVENT'))
      while (this.#open.length > within) this.#endUnended()
    if (name !== 'VCALENDAR' && this.#open.length === 0)
      this.#note('line_outside', `${name} in line ${at} stands outside of a calendar`)
    if (this.#open.length >= mostLevels) throw new NotWhole('damaged', 'its parts are nested too deeply')
    this.#open.push({ name, lines: [line.trim()] })
  }

  #end(name: string, at: number): void {
    const begun = this.#open.findLastIndex((part) => part.name === name)
    if (begun < 0) {
      this.#note('part_without_end', `END:${name} in line ${at} ends what was not begun`)
      return
    }
    while (this.#open.length > begun + 1) this.#endUnended()
    this.#close(this.#open.pop())
  }

  #endUnended(): void {
    const part = this.#open.pop()
    if (!part) return
    this.#note('part_without_end', `${part.name} has no end: the file was cut off`)
    this.#close(part)
  }

  #close(part: UnclosedPart | undefined): void {
    if (!part) return
    const lines = [...part.lines, `END:${part.name}`]
    const text = lines.join('\r\n')
    if (part.name === 'VEVENT') this.read.events.push(text)
    else if (part.name === 'VFREEBUSY') this.read.busy.push(text)
    else if (part.name === 'VTIMEZONE') this.read.timeZones.push(text)
    else if (this.#open.at(-1)?.name === 'VTIMEZONE') this.#open.at(-1)?.lines.push(...lines)
    if (this.read.events.length > mostEvents)
      throw new NotWhole('too_many_events', `it has more than ${mostEvents} events`)
  }

  #takeProperty(line: string, at: number): void {
    const part = this.#open.at(-1)
    if (!part) {
      this.#note('line_outside', `something stands outside of the calendar in line ${at}`)
      return
    }
    if (part.name === 'VCALENDAR') {
      this.read.prodId ??= /^PRODID[;:](.*)$/i.exec(line)?.[1]?.slice(0, 200) ?? null
      this.read.zoneName ??= /^X-WR-TIMEZONE[^:]*:(.*)$/i.exec(line)?.[1]?.trim() || null
    }
    const before = part.lines.at(-1) ?? ''
    const isRest = isContinuation(before, line)
    // The rest of a cut line looks like a line of its own.
    const fault = isRest && propertyForm.test(line) ? null : faultOf(line)
    if (fault) this.#note(fault, faultWords[fault](at))
    if (isRest) part.lines[part.lines.length - 1] = before + line
    else if (fault !== 'line_without_name') part.lines.push(line)
    else return
    this.#lastTaken = part
  }
}

const faultWords = {
  line_without_name: (at: number) => `line ${at} has no name`,
  line_without_value: (at: number) => `line ${at} has no value`,
  part_without_end: (at: number) => `line ${at} begins or ends nothing`,
} as const

function faultOf(line: string): keyof typeof faultWords | null {
  if (!propertyForm.test(line) || isMisspelt(line)) return 'line_without_name'
  if (!line.includes(':')) return 'line_without_value'
  return /^(BEGIN|END)\s*[;:]/i.test(line) ? 'part_without_end' : null
}

const nameOf = (line: string) => (/^[\w.-]+/.exec(line)?.[0] ?? '').toUpperCase()
/** Properties that decide over nights: a misspelt one counts as missing. */
const deciding = ['DTSTART', 'DTEND', 'DURATION', 'RRULE', 'RDATE', 'RECURRENCE-ID']
const isMisspelt = (line: string) => deciding.some((name) => distance(nameOf(line), name) === 1)
const isNamed = (line: string, names: readonly string[]) => names.includes(nameOf(line))

/** Whether the line continues the one before, folded without a blank. */
function isContinuation(before: string, line: string): boolean {
  const isCut = isNamed(before, [...deciding, 'EXDATE']) && !before.includes(':')
  if (isCut) return !isKnown(line)
  if (isMisspelt(line)) return false
  if (propertyForm.test(line)) return false
  if (isNamed(before, ['DTSTART', 'DTEND', 'RECURRENCE-ID']))
    return /^[\dTZ]+$/i.test(line) && parseMoment(before.slice(before.lastIndexOf(':') + 1)) === null
  if (isNamed(before, ['EXDATE', 'RDATE'])) return /^[\dTZ,/]+$/i.test(line)
  return isNamed(before, ['RRULE']) && /^[\dA-Z=;,+-]+$/i.test(line) && /[=;,]/.test(before.slice(-1) + line)
}

const knownNames =
  /^(X-[\w-]+|DT\w+|UID|SUMMARY|DESCRIPTION|LOCATION|STATUS|SEQUENCE|CREATED|LAST-MODIFIED|TRANSP|CLASS|URL|PRIORITY|CATEGORIES|ORGANIZER|ATTENDEE|COMMENT|TZ\w+)$/
const isKnown = (line: string) => knownNames.test(nameOf(line)) || isNamed(line, [...deciding, 'EXDATE'])

export interface PropertyLine {
  params: string
  value: string
}

/** The lines of a property in a part, with parameters. */
export function propertyLines(part: string, name: string): PropertyLine[] {
  // A quoted parameter can contain a colon, as zone names do.
  const form = new RegExp(`^${name}\\s*((?:;(?:[^":]|"[^"]*")*)?):(.*)$`, 'i')
  const withoutQuotes = new RegExp(`^${name}\\s*((?:;[^:]*)?):(.*)$`, 'i')
  return part.split('\r\n').flatMap((line) => {
    const found = form.exec(line) ?? withoutQuotes.exec(line)
    return found ? [{ params: found[1] ?? '', value: found[2] ?? '' }] : []
  })
}
