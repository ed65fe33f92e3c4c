/** Renders closed nights as a calendar file. Pure: equal nights give equal bytes. */
import { createHash } from 'node:crypto'
import type { ClosedSpan } from './export-queries.ts'

/** Merges closed nights; `nights` is in order and without gaps. */
export function closedSpans(nights: readonly { date: string; isClosed: boolean }[]): ClosedSpan[] {
  const spans: [string, string][] = []
  for (const { date, isClosed } of nights) {
    if (!isClosed) continue
    const last = spans.at(-1)
    const next = String(Temporal.PlainDate.from(date).add({ days: 1 }))
    if (last?.[1] === date) last[1] = next
    else spans.push([date, next])
  }
  return spans
}

/** From the first of last month to the end of the month in two years: a window that moved daily would change the file daily. */
export function exportWindow(today: string): { first: string; last: string } {
  const month = Temporal.PlainDate.from(today).with({ day: 1 })
  return {
    first: String(month.subtract({ months: 1 })),
    last: String(month.add({ months: 25 }).subtract({ days: 1 })),
  }
}

const lineBytes = 75

/** Folds lines at 75 octets without splitting a character. */
function foldLine(line: string): string {
  const lines: string[] = []
  let [current, size] = ['', 0]
  for (const character of line) {
    const bytes = Buffer.byteLength(character)
    if (size + bytes > lineBytes) {
      lines.push(current)
      current = ' '
      size = 1
    }
    current += character
    size += bytes
  }
  return [...lines, current].join('\r\n')
}

const day = (date: string) => date.replaceAll('-', '')
const stamp = (at: Date) => at.toISOString().replaceAll(/[-:]|\.\d+/g, '')
const escapeText = (text: string) => text.replaceAll(/[\\;,]/g, (c) => `\\${c}`).replaceAll(/\r?\n/g, '\\n')

export interface CalendarContent {
  /** Part of every UID, so that two calendars share none. */
  exportId: string
  /** Used as DTSTAMP, because closed nights have no other stable time. */
  createdAt: Date
  serviceName: string
  closed: readonly ClosedSpan[]
}

/** The file does not say who stays, or whether anybody does. */
export function renderCalendar({ exportId, createdAt, serviceName, closed }: CalendarContent): Buffer {
  const events = closed.flatMap(([first, until]) => [
    'BEGIN:VEVENT',
    `UID:${createHash('sha256').update(`${exportId} ${first}`).digest('hex').slice(0, 32)}@lodgewire`,
    `DTSTAMP:${stamp(createdAt)}`,
    `DTSTART;VALUE=DATE:${day(first)}`,
    `DTEND;VALUE=DATE:${day(until)}`,
    'SUMMARY:Not available',
    'TRANSP:OPAQUE',
    'END:VEVENT',
  ])
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//Lodgewire//${escapeText(serviceName)} availability//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
    'X-PUBLISHED-TTL:PT15M',
    ...events,
    'END:VCALENDAR',
  ]
  return Buffer.from(lines.map((line) => `${foldLine(line)}\r\n`).join(''))
}
