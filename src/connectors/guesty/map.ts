/** Small readings shared by the mappings: times of day and moments. */
import { utcInstant } from '../../connector-kit/dates.ts'

/** An hour and minute of the day, as in `15:00`; null for what is none. */
export function timeOfDay(value: string | null | undefined): string | null {
  const match = /^([01]?\d|2[0-3]):([0-5]\d)(?::\d{2})?$/.exec(value?.trim() ?? '')
  return match === null ? null : `${match[1]?.padStart(2, '0')}:${match[2]}`
}

/** The first of several moments that is told. */
export function firstInstant(...values: (string | null | undefined)[]): string | null {
  for (const value of values) {
    const time = utcInstant(value)
    if (time !== null) return time
  }
  return null
}
