/** Everything that asks for the time takes a clock, so that a test can hold it still or move it. */
export type Clock = {
  /** What the wall says. It can jump: whoever measures how long something took asks `monotonicMs`. */
  now(): Date
  /** Milliseconds since some moment. It never goes back, whatever is done to the machine's clock. */
  monotonicMs(): number
}

export const systemClock: Clock = { now: () => new Date(), monotonicMs: () => performance.now() }

export type FakeClock = Clock & {
  /** Time passes. */
  advance(ms: number): void
  /** Time passes until then; backwards only the wall moves. */
  set(to: Date | string): void
  /** Somebody sets the machine's clock: no time passes. */
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

/** The later of two; what never happened is earlier than everything. */
export const laterOf = (a: Date | null, b: Date | null): Date | null =>
  a === null || (b !== null && b > a) ? b : a
