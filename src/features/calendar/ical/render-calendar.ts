/** A listing's closed nights as a calendar file. Pure: the same nights are the same bytes. */
import { createHash } from 'node:crypto'
import type { ClosedSpan } from './export-queries.ts'

/** Nights that are closed, merged; `nights` is in order and without gaps. */
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

/**
 * From the first of the month before to the end of the month two years ahead: a window that moved every day would change
 * the file every day.
 */
export function exportWindow(today: string): { first: string; last: string } {
  const month = Temporal.PlainDate.from(today).with({ day: 1 })
  return {
    first: String(month.subtract({ months: 1 })),
    last: String(month.add({ months: 25 }).subtract({ days: 1 })),
  }
}

const lineBytes = 75

/** No line is longer than 75 octets, and no character is cut in two. */
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
  /** Of the address: part of every UID, so that two calendars share none. */
  exportId: string
  /** Of the address, too: what is closed has no other moment that stays. */
  createdAt: Date
  serviceName: string
  closed: readonly ClosedSpan[]
}

/** Nothing says who stays, or whether anybody does. */
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
