/**
 * Reading the dates vendors write. Stay dates stay civil dates, from text to text; only moments become instants.
 * Every reader gives null for what is absent or empty and throws on what it cannot read, so that a wrong date lands
 * among the failed rows instead of in somebody's calendar.
 */
const civil = /^(\d{4})-(\d{2})-(\d{2})$/
const timestamp =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(\.\d+)?\s?(?:Z|UTC|([+-]\d{2}):?(\d{2})?)?)?$/i

export class UnreadableValue extends Error {
  override readonly name = 'UnreadableValue'
}

/** `YYYY-MM-DD`, which must exist in the calendar. Some vendors put a time behind it, which says nothing. */
export function civilDate(value: string | null | undefined): string | null {
  if (isEmpty(value)) return null
  const day = value.slice(0, 10)
  const rest = value.slice(10)
  if (!civil.test(day) || (rest !== '' && !/^[T ]\d{2}:\d{2}/.test(rest))) throw unreadable('date', value)
  return existing(day, value)
}

/** A moment written with its offset, in UTC without a zone (`2026-05-01 10:30:00`) or with `Z`, or as a bare day (its first moment). */
export function utcInstant(value: string | null | undefined): string | null {
  if (isEmpty(value)) return null
  const match = timestamp.exec(value.trim())
  if (match === null) throw unreadable('timestamp', value)
  const day = existing(match[1] ?? '', value)
  const time = match[2] ?? '00:00:00'
  const full = time.length === 5 ? `${time}:00` : time
  if (!/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d/.test(full)) throw unreadable('timestamp', value)
  const fraction = (match[3] ?? '').slice(0, '.000000'.length)
  const [hours, minutes = '00'] = [match[4], match[5]]
  if (hours === undefined || Number(`${hours.slice(1)}${minutes}`) === 0) return `${day}T${full}${fraction}Z`
  return inUtc(`${day}T${full}${fraction}${hours}:${minutes}`, value)
}

function inUtc(moment: string, value: string): string {
  try {
    return Temporal.Instant.from(moment).toString()
  } catch {
    throw unreadable('timestamp', value)
  }
}

/** The first of several moments that is told. */
export function firstInstant(...values: (string | null | undefined)[]): string | null {
  return utcInstant(values.find((value) => !isEmpty(value)))
}

/** The same, but a bare day stays one: it says nothing of the time. */
export function utcInstantOrDay(value: string | null | undefined): string | null {
  return isBareDay(value) ? civilDate(value) : utcInstant(value)
}

/** An hour of the day, 0 to 23, or a time, as `HH:MM`. 24 is the midnight that ends the day. */
export function hourOfDay(value: number | string | null | undefined): string | null {
  if (value === null || value === undefined || value === '') return null
  const hour = Number(value)
  if (Number.isInteger(hour) && hour >= 0 && hour <= 24) return `${String(hour % 24).padStart(2, '0')}:00`
  const [, written, minutes] = /^(\d{1,2}):([0-5]\d)(?::[0-5]\d)?$/.exec(String(value).trim()) ?? []
  if (written === undefined || Number(written) > 23) throw unreadable('hour', String(value))
  return `${written.padStart(2, '0')}:${minutes}`
}

/** -1, 0 or 1; both must be instants in UTC as this module writes them. */
export function compareInstants(a: string, b: string): number {
  return Math.sign(Temporal.Instant.compare(a, b))
}

/** The latest of some instants. Not by their text: fractions make `…:00.5Z` sort before `…:00Z`. */
export function latestInstant(times: (string | null)[]): string | null {
  return times.reduce<string | null>((latest, time) => {
    if (time === null || latest === null) return latest ?? time
    return compareInstants(time, latest) > 0 ? time : latest
  }, null)
}

/** The day `days` after (or, negative, before) a civil date. */
export function addDays(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString()
}

/** Nights from one civil date to another. */
export function daysBetween(from: string, to: string): number {
  return Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to), { largestUnit: 'days' }).days
}

/** Every day from one civil date to another, both included. Counted: the day after 9999-12-31 has no place among texts of dates. */
export function daysFrom(from: string, to: string): string[] {
  const count = Math.max(0, daysBetween(from, to) + 1)
  return Array.from({ length: count }, (_, at) => addDays(from, at))
}

/** The same time in pieces of so many days at most, for vendors that give or take no more at once. */
export function stretches(from: string, to: string, longest: number): { from: string; to: string }[] {
  const count = Math.max(0, Math.ceil((daysBetween(from, to) + 1) / longest))
  return Array.from({ length: count }, (_, at) => ({
    from: addDays(from, at * longest),
    to: at === count - 1 ? to : addDays(from, (at + 1) * longest - 1),
  }))
}

/** What is read of a time in such pieces, one after the other. */
export async function inStretches<T>(
  { from, to }: { from: string; to: string },
  longest: number,
  read: (range: { from: string; to: string }) => Promise<T[]>,
): Promise<T[]> {
  const found: T[] = []
  for (const range of stretches(from, to, longest)) found.push(...(await read(range)))
  return found
}

/** The moment in a field of a row that may be anything: a walk must not stumble over a row that cannot be mapped. */
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

const isBareDay = (value: string | null | undefined) => civil.test(value?.trim() ?? '')

// MySQL writes an unset date as zeros.
function isEmpty(value: string | null | undefined): value is null | undefined | '' {
  return value === null || value === undefined || value.trim() === '' || value.startsWith('0000-00-00')
}

function existing(day: string, value: string): string {
  try {
    return Temporal.PlainDate.from(day, { overflow: 'reject' }).toString()
  } catch {
    throw unreadable('date', value)
  }
}

function unreadable(kind: string, value: string): UnreadableValue {
  return new UnreadableValue(`not a ${kind}: ${value.slice(0, 40)}`)
}
