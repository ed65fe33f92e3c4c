/** The simulator's own time runs from its start at any speed, and can be moved without stopping. */
export class SimulatorClock {
  readonly #startedMs = Date.now()
  readonly #speed: number
  #startMs: number
  /** False if a start was chosen, because its `Date` headers would then mislead callers about clocks. */
  readonly isWallClock: boolean
  #listeners = new Set<() => void>()

  constructor(startAt?: string, speed = 1) {
    this.#startMs = startAt === undefined ? this.#startedMs : Temporal.Instant.from(startAt).epochMilliseconds
    this.#speed = speed
    this.isWallClock = startAt === undefined
  }

  nowMs(): number {
    return Math.floor(this.#startMs + (Date.now() - this.#startedMs) * this.#speed)
  }

  /** Returns the day in UTC. */
  today(): string {
    return dayOf(this.nowMs())
  }

  advanceSeconds(seconds: number): void {
    this.#startMs += seconds * 1000
    for (const listener of this.#listeners) listener()
  }

  /** Runs the work as if it happened `ms` ago. */
  ago<T>(ms: number, work: () => T): T {
    this.#startMs -= ms
    try {
      return work()
    } finally {
      this.#startMs += ms
    }
  }

  /** Runs the listener after each advance, when late data arrives. */
  onAdvance(listener: () => void): void {
    this.#listeners.add(listener)
  }
}

const dayMs = 86_400_000

/** Returns the moment in UTC, to the second. */
export function secondOf(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`
}

/** Returns `YYYY-MM-DD HH:MM:SS` in UTC, as some vendors write it without naming the zone. */
export function stampOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
}

/** Friday and Saturday nights cost more. */
export function isWeekend(day: string): boolean {
  const weekday = weekdayOf(day)
  return weekday === 5 || weekday === 6
}

/** 0 is Sunday. */
export function weekdayOf(day: string): number {
  return new Date(dayStartMs(day)).getUTCDay()
}

export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

export function dayStartMs(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}

export function addDays(day: string, days: number): string {
  return dayOf(dayStartMs(day) + days * dayMs)
}

// Walks over calendars ask for the same few thousand days repeatedly, so results are kept.
const nextDays = new Map<string, string>()

export function nextDay(day: string): string {
  const known = nextDays.get(day)
  if (known !== undefined) return known
  const next = addDays(day, 1)
  nextDays.set(day, next)
  return next
}

export function daysBetween(from: string, to: string): number {
  return Math.round((dayStartMs(to) - dayStartMs(from)) / dayMs)
}

export function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const ms = dayStartMs(value)
  return !Number.isNaN(ms) && dayOf(ms) === value
}
