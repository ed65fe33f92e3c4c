import { dayOf } from './clock.ts'

/** Clocks are never set within a quarter of an hour, and list pages need the offset of every booking. */
const quarterMs = 900_000
const offsets = new Map<string, Map<number, number>>()

/** Returns how far a time zone is ahead of UTC at a moment. */
export function offsetMs(ms: number, timeZone: string): number {
  const known = offsets.get(timeZone) ?? new Map<number, number>()
  offsets.set(timeZone, known)
  const quarter = Math.floor(ms / quarterMs)
  const found = known.get(quarter)
  if (found !== undefined) return found
  const at = Temporal.Instant.fromEpochMilliseconds(quarter * quarterMs).toZonedDateTimeISO(timeZone)
  const offset = at.offsetNanoseconds / 1_000_000
  known.set(quarter, offset)
  return offset
}

/** Returns the moment at which a clock on the wall there shows this time on this day. */
export function wallClockMs(day: string, time: string, timeZone: string): number {
  return Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(timeZone).epochMilliseconds
}

/** Returns the day that a calendar on the wall there shows. */
export const dayThere = (ms: number, timeZone: string): string => dayOf(ms + offsetMs(ms, timeZone))
