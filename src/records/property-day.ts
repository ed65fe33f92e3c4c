/** Civil days at a property: when they begin, and which day it is. Without input or output. */

/** Returns the instant a civil day begins at the property, in UTC if its time zone is unknown. */
export function startOfDay(date: Temporal.PlainDate, timeZone: string | null): Date {
  return new Date(date.toZonedDateTime(knownZone(timeZone)).epochMilliseconds)
}

/** Returns the date at the property at an instant. */
export function todayAt(timeZone: string | null, now: Date): string {
  const instant = Temporal.Instant.fromEpochMilliseconds(now.getTime())
  return String(instant.toZonedDateTimeISO(knownZone(timeZone)).toPlainDate())
}

/** Returns UTC for an unknown zone; sources send names that are no time zones. */
export function knownZone(timeZone: string | null): string {
  if (timeZone === null) return 'UTC'
  try {
    Temporal.Now.zonedDateTimeISO(timeZone)
    return timeZone
  } catch {
    return 'UTC'
  }
}
