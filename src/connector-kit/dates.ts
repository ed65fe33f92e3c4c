/**
 * Reads vendors' dates. Stay dates stay civil dates, and only moments become instants. Readers return null for nothing and throw for what
 * they cannot read, so that wrong dates become failed rows.
 */
export { todayAt } from '../platform/civil-day.ts'

const civil = /^\d{4}-\d{2}-\d{2}$/
const timestamp =
  /^(\d{4}-\d{2}-\d{2})(?:[T ]((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?)(\.\d+)?\s?(?:Z|UTC|([+-]\d{2}):?(\d{2})?)?)?$/i

export class UnreadableValue extends Error {
  override readonly name = 'UnreadableValue'
}

/** Reads `YYYY-MM-DD`, which must exist. Some vendors append a time without meaning. */
export function civilDate(value: string | null | undefined): string | null {
  if (isEmpty(value)) return null
  const written = value.trim()
  const day = written.slice(0, 10)
  const rest = written.slice(10)
  if (!civil.test(day) || (rest !== '' && !/^[T ]\d{2}:\d{2}/.test(rest))) throw unreadable('date', value)
  return existing(day, value)
}

/** Reads a moment with an offset, in UTC without a zone (`2026-05-01 10:30:00`) or with `Z`, or a bare day (its first moment). */
export function utcInstant(value: string | null | undefined): string | null {
  if (isEmpty(value)) return null
  const match = timestamp.exec(value.trim())
  if (match === null) throw unreadable('timestamp', value)
  const day = existing(match[1] ?? '', value)
  const time = match[2] ?? '00:00:00'
  const full = time.length === 5 ? `${time}:00` : time
  const fraction = (match[3] ?? '').slice(0, '.000000'.length)
  const [hours, minutes = '00'] = [match[4], match[5]]
  if (hours === undefined || Number(`${hours}${minutes}`) === 0) return `${day}T${full}${fraction}Z`
  return inUtc(`${day}T${full}${fraction}${hours}:${minutes}`, value)
}

function inUtc(moment: string, value: string): string {
  try {
    return Temporal.Instant.from(moment).toString()
  } catch {
    throw unreadable('timestamp', value)
  }
}

/** Reads the first of the values that is present. */
export function firstInstant(...values: (string | null | undefined)[]): string | null {
  return utcInstant(values.find((value) => !isEmpty(value)))
}

/** Reads like `utcInstant`, but a bare day stays a day, since it says nothing about the time. */
export function utcInstantOrDay(value: string | null | undefined): string | null {
  return isBareDay(value) ? civilDate(value) : utcInstant(value)
}

/** Converts an hour from 0 to 23 or a time to `HH:MM`; 24 is midnight at the day's end. */
export function hourOfDay(value: number | string | null | undefined): string | null {
  if (value === null || value === undefined || value === '') return null
  const hour = Number(value)
  if (Number.isInteger(hour) && hour >= 0 && hour <= 24) return `${String(hour % 24).padStart(2, '0')}:00`
  const [, written, minutes] = /^(\d{1,2}):([0-5]\d)(?::[0-5]\d)?$/.exec(String(value).trim()) ?? []
  if (written === undefined || Number(written) > 23) throw unreadable('hour', String(value))
  return `${written.padStart(2, '0')}:${minutes}`
}

/** Returns -1, 0 or 1; both must be UTC instants as this module writes them. */
export function compareInstants(a: string, b: string): number {
  return Math.sign(Temporal.Instant.compare(a, b))
}

/** Returns the latest instant. Texts do not sort by time, since fractions put `…:00.5Z` before `…:00Z`. */
export function latestInstant(times: (string | null)[]): string | null {
  return times.reduce<string | null>((latest, time) => {
    if (time === null || latest === null) return latest ?? time
    return compareInstants(time, latest) > 0 ? time : latest
  }, null)
}

/** Adds days, which may be negative, to a civil date. */
export function addDays(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString()
}

export function daysBetween(from: string, to: string): number {
  return Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to)).days
}

/** Lists all days between two civil dates, both included. It counts, because no text follows 9999-12-31. */
export function daysFrom(from: string, to: string): string[] {
  const count = Math.max(0, daysBetween(from, to) + 1)
  return Array.from({ length: count }, (_, at) => addDays(from, at))
}

/** Groups ordered days into runs of consecutive days. */
export function dayRuns(days: readonly string[]): { from: string; to: string }[] {
  const runs: { from: string; to: string }[] = []
  for (const day of days) {
    const last = runs.at(-1)
    if (last !== undefined && addDays(last.to, 1) === day) last.to = day
    else runs.push({ from: day, to: day })
  }
  return runs
}

/** Splits a period into pieces of at most so many days, for vendors with such a limit. */
export function stretches(from: string, to: string, longest: number): { from: string; to: string }[] {
  const count = Math.max(0, Math.ceil((daysBetween(from, to) + 1) / longest))
  return Array.from({ length: count }, (_, at) => ({
    from: addDays(from, at * longest),
    to: at === count - 1 ? to : addDays(from, (at + 1) * longest - 1),
  }))
}

/** Reads a period in pieces of at most `longest` days, one after the other. */
export async function inStretches<T>(
  { from, to }: { from: string; to: string },
  longest: number,
  read: (range: { from: string; to: string }) => Promise<T[]>,
): Promise<T[]> {
  const found: T[] = []
  for (const range of stretches(from, to, longest)) found.push(...(await read(range)))
  return found
}

/** Reads a moment from a row of any shape; an unreadable row must not stop the walk. */
export function momentIn(
  row: unknown,
  field: string,
  read: (value: string) => string | null = utcInstant,
): string | null {
  const value = (row as Record<string, unknown> | null | undefined)?.[field]
  try {
    return typeof value === 'string' ? read(value) : null
  } catch {
    return null
  }
}

const isBareDay = (value: string | null | undefined) => value != null && civil.test(value.trim())

// MySQL writes an unset date as zeros.
function isEmpty(value: string | null | undefined): value is null | undefined | '' {
  return value === null || value === undefined || value.trim() === '' || value.startsWith('0000-00-00')
}

function existing(day: string, value: string): string {
  try {
    return Temporal.PlainDate.from(day).toString()
  } catch {
    throw unreadable('date', value)
  }
}

function unreadable(kind: string, value: string): UnreadableValue {
  return new UnreadableValue(`not a ${kind}: ${value.slice(0, 40)}`)
}
