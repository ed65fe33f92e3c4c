/** Civil days at a property: when they begin, and which one it is. Pure. */

/** The instant a civil day begins at the property; in UTC where its time zone is not known. */
export function startOfDay(date: Temporal.PlainDate, timeZone: string | null): Date {
  return new Date(date.toZonedDateTime(knownZone(timeZone)).epochMilliseconds)
}

/** Which day it is at the property. */
export function todayAt(timeZone: string | null, now: Date): string {
  const instant = Temporal.Instant.fromEpochMilliseconds(now.getTime())
  return String(instant.toZonedDateTimeISO(knownZone(timeZone)).toPlainDate())
}

/** UTC where it is not known; a source may call its zone by a name that is none. */
export function knownZone(timeZone: string | null): string {
  if (timeZone === null) return 'UTC'
  try {
    Temporal.Now.zonedDateTimeISO(timeZone)
    return timeZone
  } catch {
    return 'UTC'
  }
}
