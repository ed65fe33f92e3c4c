/** Dates as people read them. A civil date (`2026-11-28`) has no time zone, so it is never turned into a moment of one. */
import { formatLocale } from '../text/text.ts'
import { dayMs, utcNoon } from './civil-days.ts'

export { addDays, daysBetween, weekdayOf } from './civil-days.ts'

/** Calendars say the same few dates thousands of times, so each is formatted once. */
const formatter = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat(formatLocale, { timeZone: 'UTC', ...options })
  const known = new Map<string, string>()
  return (date: string): string => {
    const words = known.get(date) ?? format.format(utcNoon(date))
    known.set(date, words)
    return words
  }
}

export const shortDate = formatter({ day: 'numeric', month: 'short' })
export const mediumDate = formatter({ day: 'numeric', month: 'short', year: 'numeric' })
export const longDate = formatter({ day: 'numeric', month: 'long', year: 'numeric' })
export const weekdayDate = formatter({ weekday: 'short', day: 'numeric', month: 'short' })
export const weekdayName = formatter({ weekday: 'long' })
export const weekdayLetter = formatter({ weekday: 'narrow' })
export const monthName = formatter({ month: 'long', year: 'numeric' })

/** A moment, in the reader's own time zone. */
export const moment = (at: string | null | undefined): string =>
  at == null ? '–' : new Date(at).toLocaleString(formatLocale, { dateStyle: 'medium', timeStyle: 'short' })

/** The reader's own civil date. A listing elsewhere may be a day ahead or behind. */
export function todayHere(): string {
  const now = new Date()
  const two = (number: number) => String(number).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

const zones = new Map<string, Intl.DateTimeFormat>()

/** Swedish writes dates as civil dates are written. */
const civilDateIn = (timeZone: string): Intl.DateTimeFormat => {
  const format = zones.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone })
  zones.set(timeZone, format)
  return format
}

/** The civil date in a time zone; the reader's own where it is not known, or not to this browser. */
export function todayAt(timeZone: string | null): string {
  if (timeZone === null) return todayHere()
  try {
    return civilDateIn(timeZone).format(new Date())
  } catch {
    return todayHere()
  }
}

const relative = new Intl.RelativeTimeFormat(formatLocale, { numeric: 'auto' })
const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', dayMs],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
]

/** `3 minutes ago`. */
export function timeAgo(at: string | number | null | undefined, now = Date.now()): string {
  if (at == null) return '–'
  const difference = new Date(at).getTime() - now
  const [unit, size] = steps.find(([, ms]) => Math.abs(difference) >= ms) ?? ['second', 1000]
  return relative.format(Math.round(difference / size), unit)
}
