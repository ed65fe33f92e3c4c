/** Days are written as `YYYY-MM-DD` and must exist: 2026-02-30 does not. PostgreSQL's calendar has no year 0. */
const shape = /^(?!0000)\d{4}-\d{2}-\d{2}$/

/** Returns null for a text that is no day. */
export function civilDay(text: string): Temporal.PlainDate | null {
  if (!shape.test(text)) return null
  try {
    return Temporal.PlainDate.from(text)
  } catch {
    return null
  }
}

export const dayAfter = (day: string): string => Temporal.PlainDate.from(day).add({ days: 1 }).toString()
export const dayBefore = (day: string): string =>
  Temporal.PlainDate.from(day).subtract({ days: 1 }).toString()

/** Returns the date that clocks of the zone show at an instant, or those of UTC if there is no such zone. */
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
