/** Code that needs the time takes a clock, so that a test can stop it or move it. */
export type Clock = {
  /** The wall time. It can jump, so durations are measured with `monotonicMs`. */
  now(): Date
  /** Counts from an arbitrary moment and never goes back, even when the machine's clock is set. */
  monotonicMs(): number
}

export const systemClock: Clock = { now: () => new Date(), monotonicMs: () => performance.now() }

export type FakeClock = Clock & {
  /** Lets time pass. */
  advance(ms: number): void
  /** Advances to that time; for an earlier time only the wall clock moves back. */
  set(to: Date | string): void
  /** Acts as if somebody set the machine's clock: no time passes. */
  jump(ms: number): void
}

export function fakeClock(start: Date | string): FakeClock {
  let time = new Date(start).getTime()
  let passed = 0
  return {
    now: () => new Date(time),
    monotonicMs: () => passed,
    advance: (ms) => {
      time += ms
      passed += ms
    },
    set: (to) => {
      const before = time
      time = new Date(to).getTime()
      passed += Math.max(0, time - before)
    },
    jump: (ms) => void (time += ms),
  }
}

/** Returns the later of two times; null counts as earlier than every time. */
export const laterOf = (a: Date | null, b: Date | null): Date | null =>
  a === null || (b !== null && b > a) ? b : a
