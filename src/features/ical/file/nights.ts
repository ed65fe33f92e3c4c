/** Which nights an event takes, in the civil days of the listing. Pure. */

/** Nights in a row: `until` is the day after the last. */
export interface Nights {
  first: string
  until: string
}

/** One end of an event as its file has it. */
export interface Moment {
  /** A day, without a time. */
  isDay: boolean
  /** As written: of a day and of a time without a zone this is what counts. */
  written: Temporal.PlainDateTime
  /** The instant, of a time whose zone is known. */
  instant: Temporal.Instant | null
}

const endOfDay = Temporal.PlainTime.from('23:59')

const localOf = ({ isDay, written, instant }: Moment, timeZone: string): Temporal.PlainDateTime =>
  isDay || instant === null ? written : instant.toZonedDateTimeISO(timeZone).toPlainDateTime()

/**
 * The end is not a night any more. What ends on the day it begins closes that night, and what ends in the last minute of a
 * day closes the night of it: a day too many is the smaller harm. null: it ends before it begins.
 */
export function nightsOf(start: Moment, end: Moment, timeZone: string): Nights | null {
  const [from, to] = [localOf(start, timeZone), localOf(end, timeZone)]
  if (Temporal.PlainDateTime.compare(to, from) < 0) return null
  const first = from.toPlainDate()
  const isWholeDay = !end.isDay && Temporal.PlainTime.compare(to.toPlainTime(), endOfDay) >= 0
  const day = to.toPlainDate().add({ days: isWholeDay ? 1 : 0 })
  const until = Temporal.PlainDate.compare(day, first) > 0 ? day : first.add({ days: 1 })
  return { first: String(first), until: String(until) }
}

/** A value of DTSTART or DTEND; null: no day that there is. Parsers count 31 February on into March. */
export function writtenMoment(
  value: string,
): { isDay: boolean; isUtc: boolean; at: Temporal.PlainDateTime } | null {
  const [, year, month, day, time] = /^(\d{4})(\d{2})(\d{2})(?:T(\d{6})Z?)?$/.exec(value.trim()) ?? []
  if (year === undefined || Number(year) < 1970) return null
  const clock =
    time === undefined
      ? ''
      : `T${time.slice(0, 2)}:${time.slice(2, 4)}:${time.slice(4, 6).replace('60', '59')}`
  try {
    return {
      isDay: time === undefined,
      isUtc: value.trim().endsWith('Z'),
      at: Temporal.PlainDateTime.from(`${year}-${month}-${day}${clock}`),
    }
  } catch {
    return null
  }
}
