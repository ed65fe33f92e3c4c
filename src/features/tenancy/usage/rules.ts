/** The calendar windows that usage is counted in. */

/** The share of the daily quota at which the warning event is sent. */
const warnFromPercent = 80

export const isNearLimit = (used: number, limit: number): boolean => used * 100 >= limit * warnFromPercent

export const dayMs = 24 * 3_600_000

let last = { day: Number.NaN, text: '' }

/** The UTC day as `YYYY-MM-DD`; cached, because each request asks several times for the same day. */
export function toUtcDay(at: Date): string {
  const day = Math.floor(at.getTime() / dayMs)
  if (day !== last.day) last = { day, text: at.toISOString().slice(0, 10) }
  return last.text
}

export const toMonth = (day: string): string => day.slice(0, 7)

/** Days and months begin in UTC. */
export const startOfMonth = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()))
export const nextMonth = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1))

export interface QuotaUsage {
  daily: number
  monthly: number
  dailyAi: number
}

export const remaining = (limit: number | null, used: number): number | null =>
  limit === null ? null : Math.max(0, limit - used)

/** Rounded to one decimal place. */
export const percent = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10

/** Every day from first to last, both included. */
export function daysBetween(first: string, last: string): string[] {
  const days: string[] = []
  const end = Temporal.PlainDate.from(last)
  for (
    let day = Temporal.PlainDate.from(first);
    Temporal.PlainDate.compare(day, end) <= 0;
    day = day.add({ days: 1 })
  ) {
    days.push(day.toString())
  }
  return days
}
