import { dayOf } from '../kit/clock.ts'
import { offsetMs } from '../kit/zone-offset.ts'

/** Converts a day and time of the hotel to UTC; nights begin at the hotel's midnight. */
export function localMoment(day: string, time: string, timeZone: string): string {
  const local = Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime: time })
  return `${local.toInstant().toString().slice(0, 19)}Z`
}

export function midnight(day: string, timeZone: string): string {
  const start = Temporal.PlainDate.from(day).toZonedDateTime(timeZone)
  return `${start.toInstant().toString().slice(0, 19)}Z`
}

export function dayIn(utc: string, timeZone: string): string {
  const ms = Date.parse(utc)
  if (Number.isNaN(ms)) throw new RangeError(`no moment: ${utc}`)
  return dayOf(ms + offsetMs(ms, timeZone))
}
