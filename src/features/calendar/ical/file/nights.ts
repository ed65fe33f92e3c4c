/** Nights of an event, in the listing's civil days. Pure. */

/** Consecutive nights; `until` is the day after the last. */
export interface NightSpan {
  first: string
  until: string
}

/** A day, or a local time at the listing. */
export interface LocalTime {
  isDay: boolean
  at: Temporal.PlainDateTime
}

const endOfDay = Temporal.PlainTime.from('23:59')

/**
 * The end day is no night. An event that ends on its start day closes that night. One that ends in a day's last minute
 * closes that day's: a day too many is the smaller harm. null: it ends before it starts.
 */
export function nightsOf(start: LocalTime, end: LocalTime): NightSpan | null {
  if (Temporal.PlainDateTime.compare(end.at, start.at) < 0) return null
  const first = start.at.toPlainDate()
  const isWholeDay = !end.isDay && Temporal.PlainTime.compare(end.at.toPlainTime(), endOfDay) >= 0
  const day = end.at.toPlainDate().add({ days: isWholeDay ? 1 : 0 })
  const until = Temporal.PlainDate.compare(day, first) > 0 ? day : first.add({ days: 1 })
  return { first: String(first), until: String(until) }
}

export interface ParsedMoment {
  isDay: boolean
  isUtc: boolean
  /** UTC offset behind the time, such as `+02:00`; null: none. */
  offset: string | null
  at: Temporal.PlainDateTime
}

/** Days as `20270710` or `2027-07-10`, with or without `Z` or `T`, and times likewise, with or without seconds. */
const momentForm =
  /^(\d{4})-?(\d{2})-?(\d{2})(?:[T ]?(\d{2}):?(\d{2})(?::?(\d{2})(?:[.,]\d+)?)?|T)?\s*(?:(Z)|([+-]\d{2}):?(\d{2}))?$/i

/** Parses a DTSTART or DTEND value; null: no such day. Parsers turn 31 February into March. */
export function parseMoment(value: string): ParsedMoment | null {
  const found = momentForm.exec(value.trim())
  const [, year = '', month, day, hour, minute, second = '00', utc, hours, minutes = '00'] = found ?? []
  if (!found || Number(year) < 1970) return null
  const isDay = hour === undefined
  const isMidnight = hour === '24'
  const clock = isDay ? '' : `T${isMidnight ? '00' : hour}:${minute}:${second === '60' ? '59' : second}`
  try {
    const at = Temporal.PlainDateTime.from(`${year}-${month}-${day}${clock}`)
    return {
      isDay,
      isUtc: utc !== undefined,
      offset: hours === undefined ? null : `${hours}:${minutes}`,
      at: isMidnight ? at.add({ days: 1 }) : at,
    }
  } catch {
    return null
  }
}
