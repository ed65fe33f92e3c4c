/** Clocks that times of a file are written by. Pure. */

/** What a clock shows, and when: of a zone, of an offset, or as the file describes it. */
export interface ZoneClock {
  instantOf(shown: Temporal.PlainDateTime): Temporal.Instant
  shownAt(instant: Temporal.Instant): Temporal.PlainDateTime
}

/** By a name of IANA's, or an offset such as `+02:00`. */
export const clockOf = (timeZone: string): ZoneClock => ({
  instantOf: (shown) => shown.toZonedDateTime(timeZone).toInstant(),
  shownAt: (instant) => instant.toZonedDateTimeISO(timeZone).toPlainDateTime(),
})

export const utcClock = clockOf('UTC')

/** From when on a clock is so many seconds ahead of UTC. */
export interface ClockChange {
  from: Temporal.Instant
  offset: number
}

/** A clock of these changes, earliest first; before the first of them it is as far ahead as after it. */
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
      // In the hour that is shown twice the first counts; one that is never shown is counted on from before the change.
      const shownThen = instants.find(({ offset, at }) => offsetAt(at) === offset)
      return (shownThen ?? instants.at(-1))?.at ?? utcClock.instantOf(shown)
    },
  }
}
