import { dayOf } from '../kit/clock.ts'
import { offsetMs } from '../kit/zone-offset.ts'

/** The vendor writes moments in UTC to the second, and nights as the hotel's midnight. */
export function moment(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`
}

/** Converts a day and time of the hotel. */
export function localMoment(day: string, time: string, timeZone: string): string {
  const local = Temporal.PlainDate.from(day).toPlainDateTime(Temporal.PlainTime.from(time))
  return moment(local.toZonedDateTime(timeZone).epochMilliseconds)
}

export function midnight(day: string, timeZone: string): string {
  return moment(Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds)
}

export function dayIn(utc: string, timeZone: string): string {
  const ms = Date.parse(utc)
  if (Number.isNaN(ms)) throw new RangeError(`no moment: ${utc}`)
  return dayOf(ms + offsetMs(ms, timeZone))
}
