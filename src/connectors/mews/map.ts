/** All mappings share these readings of texts, moments and durations. */
import { UnreadableValue } from '../../connector-kit/dates.ts'
import { presentText } from '../../connector-kit/readings.ts'
import type { Texts } from './vendor.ts'

/** Returns the text in the hotel's own language, else in English, else in any. */
export function textIn(texts: Texts | undefined, language: string | null): string | null {
  const entries = Object.entries(texts ?? {}).flatMap(([code, text]) => {
    const present = presentText(text)
    return present === null ? [] : [{ code, text: present }]
  })
  const found = [language, 'en-US', 'en-GB'].map((code) => entries.find((entry) => entry.code === code))
  return (found.find((entry) => entry !== undefined) ?? entries[0])?.text ?? null
}

/** Converts a moment to the time that the hotel's clocks show. */
export function localTime(utc: string, timeZone: string): Temporal.PlainDateTime {
  try {
    return Temporal.Instant.from(utc).toZonedDateTimeISO(timeZone).toPlainDateTime()
  } catch {
    throw new UnreadableValue(`not a moment in UTC: ${utc.slice(0, 40)}`)
  }
}

/** Returns a moment in UTC as written, cut to seconds; null for none. */
export function instant(value: string | null | undefined): string | null {
  const text = presentText(value)
  if (text === null) return null
  try {
    return Temporal.Instant.from(text).round('millisecond').toString()
  } catch {
    throw new UnreadableValue(`not a moment: ${text.slice(0, 40)}`)
  }
}

/** Returns where a night of the hotel begins, in the vendor's form. */
export function nightStart(date: string, timeZone: string): string {
  return Temporal.PlainDate.from(date).toZonedDateTime(timeZone).toInstant().toString()
}

/** Parses a duration such as `P0M2DT0H0M0S`. */
export function span(value: string | null | undefined): Temporal.Duration | null {
  const text = presentText(value)
  if (text === null) return null
  try {
    return Temporal.Duration.from(text)
  } catch {
    throw new UnreadableValue(`not a span of time: ${text.slice(0, 40)}`)
  }
}

/** Converts an offset from midnight to `HH:MM`; offsets can be negative and exceed a day. */
export function timeOfDay(offset: string | null | undefined): string | null {
  const length = span(offset)
  if (length === null || length.years !== 0 || length.months !== 0 || length.weeks !== 0) return null
  return Temporal.PlainTime.from('00:00').add(length).toString({ smallestUnit: 'minute' })
}

/** For example: `SeaView` → `sea_view`. */
export function snakeCase(word: string): string {
  return word
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
    .toLowerCase()
}
