/** Dates as people read them. A civil date (`2026-11-28`) has no time zone, so it is never turned into a moment of one. */
import { formatLocale } from '../text/text.ts'

const dayMs = 86_400_000

/** A civil date at noon in UTC, where formatting in UTC cannot change its day. */
const utcNoon = (date: string): Date => new Date(`${date.slice(0, 10)}T12:00:00Z`)

const formatter = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat(formatLocale, { timeZone: 'UTC', ...options })
  return (date: string): string => format.format(utcNoon(date))
}

export const shortDate = formatter({ day: 'numeric', month: 'short' })
export const mediumDate = formatter({ day: 'numeric', month: 'short', year: 'numeric' })
export const longDate = formatter({ day: 'numeric', month: 'long', year: 'numeric' })
export const weekdayDate = formatter({ weekday: 'short', day: 'numeric', month: 'short' })
export const weekdayLetter = formatter({ weekday: 'narrow' })
export const monthName = formatter({ month: 'long', year: 'numeric' })

/** A moment, in the reader's own time zone. */
export const moment = (at: string | null | undefined): string =>
  at == null ? '–' : new Date(at).toLocaleString(formatLocale, { dateStyle: 'medium', timeStyle: 'short' })

export const addDays = (date: string, days: number): string =>
  new Date(utcNoon(date).getTime() + days * dayMs).toISOString().slice(0, 10)

export const daysBetween = (from: string, to: string): number =>
  Math.round((utcNoon(to).getTime() - utcNoon(from).getTime()) / dayMs)

/** 0 for Sunday. */
export const weekdayOf = (date: string): number => utcNoon(date).getUTCDay()

/** The reader's own civil date. A listing elsewhere may be a day ahead or behind. */
export function todayHere(): string {
  const now = new Date()
  const two = (number: number) => String(number).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
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
