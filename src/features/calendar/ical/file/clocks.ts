/** Clocks that a file's times are written by. Pure. */

/** Converts between instants and local times, for a zone, an offset or a described zone. */
export interface ZoneClock {
  instantOf(shown: Temporal.PlainDateTime): Temporal.Instant
  shownAt(instant: Temporal.Instant): Temporal.PlainDateTime
}

/** Clock of an IANA name or an offset such as `+02:00`. */
export const clockOf = (timeZone: string): ZoneClock => ({
  instantOf: (shown) => shown.toZonedDateTime(timeZone).toInstant(),
  shownAt: (instant) => instant.toZonedDateTimeISO(timeZone).toPlainDateTime(),
})

export const utcClock = clockOf('UTC')

/** From when on a clock is this many seconds ahead of UTC. */
export interface ClockChange {
  from: Temporal.Instant
  offset: number
}

/** Clock with these changes, earliest first; before the first, its offset applies. */
export function changingClock(changes: readonly ClockChange[]): ZoneClock {
  const offsetAt = (instant: Temporal.Instant) =>
    (changes.findLast(({ from }) => Temporal.Instant.compare(from, instant) <= 0) ?? changes[0])?.offset ?? 0
  const instantWith = (shown: Temporal.PlainDateTime, offset: number) =>
    utcClock.instantOf(shown).subtract({ seconds: offset })
  const offsets = [...new Set(changes.map(({ offset }) => offset))].toSorted((a, b) => b - a)
  return {
    shownAt: (instant) => utcClock.shownAt(instant.add({ seconds: offsetAt(instant) })),
    instantOf(shown) {
      const instants = offsets.map((offset) => ({ offset, at: instantWith(shown, offset) }))
      // In a repeated hour the first instant counts; a skipped time is counted on from before the change.
      const shownThen = instants.find(({ offset, at }) => offsetAt(at) === offset)
      return (shownThen ?? instants.at(-1))?.at ?? utcClock.instantOf(shown)
    },
  }
}
