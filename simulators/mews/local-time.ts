import { secondOf } from '../kit/clock.ts'
import { dayThere, wallClockMs } from '../kit/zone-offset.ts'

/** Converts a day and time of the hotel to UTC. */
export const localMoment = (day: string, time: string, timeZone: string): string =>
  secondOf(wallClockMs(day, time, timeZone))

/** Nights begin at the hotel's midnight. */
export const midnight = (day: string, timeZone: string): string => localMoment(day, '00:00', timeZone)

export function dayIn(utc: string, timeZone: string): string {
  const ms = Date.parse(utc)
  if (Number.isNaN(ms)) throw new RangeError(`no moment: ${utc}`)
  return dayThere(ms, timeZone)
}
