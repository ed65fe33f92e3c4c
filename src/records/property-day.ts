/** Civil days at a property: when they begin, and which day it is. Without input or output. */
import { knownZone } from '../platform/civil-day.ts'

export { knownZone, todayAt } from '../platform/civil-day.ts'

/** Returns the instant a civil day begins at the property, in UTC if its time zone is unknown. */
export function startOfDay(date: Temporal.PlainDate, timeZone: string | null): Date {
  return new Date(date.toZonedDateTime(knownZone(timeZone)).epochMilliseconds)
}
