/** Everything that asks for the time takes a clock, so that a test can hold it still or move it. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

export type FakeClock = Clock & { advance(ms: number): void; set(to: Date | string): void }

export function fakeClock(start: Date | string): FakeClock {
  let time = new Date(start).getTime()
  return {
    now: () => new Date(time),
    advance: (ms) => void (time += ms),
    set: (to) => void (time = new Date(to).getTime()),
  }
}
