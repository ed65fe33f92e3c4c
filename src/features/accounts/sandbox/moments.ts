/** Converts the fixtures' day and minute offsets into dates. Pure. */

export interface Moments {
  now: Date
  /** The `updated_at` of everything written; may lie behind `now`, see `openWrite`. */
  writtenAt: Date
  /** The civil date this many days from today. */
  day(offset: number): string
  minutesAgo(minutes: number): Date
  hoursAgo(hours: number): Date
  inDays(days: number): Date
}

const minuteMs = 60_000

export function momentsOf(now: Date, writtenAt: Date): Moments {
  const today = Temporal.PlainDate.from(now.toISOString().slice(0, 10))
  const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * minuteMs)
  return {
    now,
    writtenAt,
    day: (offset) => today.add({ days: offset }).toString(),
    minutesAgo,
    hoursAgo: (hours) => minutesAgo(hours * 60),
    inDays: (days) => minutesAgo(-days * 24 * 60),
  }
}

/** A stay is complete when the day after its last begins at the property. */
export function completesAt(checkOut: string, timeZone: string): Date {
  const dayAfter = Temporal.PlainDate.from(checkOut).add({ days: 1 })
  return new Date(dayAfter.toZonedDateTime(timeZone).epochMilliseconds)
}
