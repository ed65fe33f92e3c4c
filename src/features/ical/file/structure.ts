/**
 * The parts of a calendar file, and whether it is whole: parsers take what they find, also of a file that was cut off. Pure.
 */

export interface CalendarParts {
  /** Of the program that wrote it; null: not said. */
  prodId: string | null
  timeZones: string[]
  /** Each with its first and last line. */
  events: string[]
}

export class NotWhole extends Error {
  override name = 'NotWhole'
  readonly why: 'not_a_calendar' | 'damaged' | 'too_many_events'
  constructor(why: NotWhole['why'], message: string) {
    super(message)
    this.why = why
  }
}

/** More are in no calendar of a home. */
export const mostEvents = 5_000
/** The same of stretches of nights, which events that repeat have many of. */
export const mostSpans = 20_000
const longestLine = 100_000

/** Lines as they were before they were folded; a line may end in CRLF or LF. */
export function unfolded(text: string): string[] {
  const lines: string[] = []
  for (const line of text.split(/\r\n|\n|\r/)) {
    const before = lines.length - 1
    if (/^[ \t]/.test(line) && before >= 0) lines[before] += line.slice(1)
    else if (line.trim() !== '') lines.push(line)
  }
  return lines.map((line) => line.trimEnd())
}

/** Throws `NotWhole`. */
export function partsOf(text: string): CalendarParts {
  const lines = unfolded(text)
  if (!/^BEGIN:VCALENDAR$/i.test(lines[0] ?? ''))
    throw new NotWhole('not_a_calendar', 'it does not begin with BEGIN:VCALENDAR')
  const parts: CalendarParts = { prodId: null, timeZones: [], events: [] }
  const open: { name: string; from: number }[] = []
  for (const [at, line] of lines.entries()) {
    if (line.length > longestLine)
      throw new NotWhole('damaged', `line ${at + 1} has ${line.length} characters`)
    const [, edge, name = ''] = /^(BEGIN|END):([A-Z0-9-]+)$/i.exec(line) ?? []
    if (edge === undefined) {
      if (open.length === 0) throw new NotWhole('damaged', 'something stands behind END:VCALENDAR')
      if (open.length === 1) parts.prodId ??= /^PRODID[;:](.*)$/i.exec(line)?.[1]?.slice(0, 200) ?? null
      if (!/^[A-Za-z0-9-]+[;:]/.test(line)) throw new NotWhole('damaged', `line ${at + 1} has no name`)
      // Cut before its value, or it would be passed over as if it were not there.
      if (!line.includes(':')) throw new NotWhole('damaged', `line ${at + 1} has no value`)
      if (/^(BEGIN|END)[;:]/i.test(line))
        throw new NotWhole('damaged', `line ${at + 1} begins or ends nothing`)
      continue
    }
    if (edge.toUpperCase() === 'BEGIN') {
      if (open.length > 8) throw new NotWhole('damaged', 'its parts are nested too deeply')
      open.push({ name: name.toUpperCase(), from: at })
      continue
    }
    const begun = open.pop()
    if (begun?.name !== name.toUpperCase())
      throw new NotWhole('damaged', `END:${name} in line ${at + 1} ends what was not begun`)
    if (open.length !== 1) continue
    const part = lines.slice(begun.from, at + 1).join('\r\n')
    if (begun.name === 'VEVENT') parts.events.push(part)
    else if (begun.name === 'VTIMEZONE') parts.timeZones.push(part)
    if (parts.events.length > mostEvents)
      throw new NotWhole('too_many_events', `it has more than ${mostEvents} events`)
  }
  const [left] = open.toReversed()
  if (left) throw new NotWhole('damaged', `${left.name} has no end: the file was cut off`)
  return parts
}

/** The lines of a property, with their parameters, of a part. */
export function propertyLines(part: string, name: string): { params: string; value: string }[] {
  // A parameter in quotes can have a colon: names of time zones do.
  const form = new RegExp(`^${name}((?:;(?:[^":]|"[^"]*")*)?):(.*)$`, 'i')
  return part.split('\r\n').flatMap((line) => {
    const found = form.exec(line)
    return found ? [{ params: found[1] ?? '', value: found[2] ?? '' }] : []
  })
}
