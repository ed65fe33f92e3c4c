import type { SimulatorClock } from '../kit/clock.ts'

/** Due events happen when somebody looks after their time, or when the clock is moved past it. */
export class Timetable {
  readonly #clock: SimulatorClock
  readonly #due: { atMs: number; happen: () => void }[] = []

  constructor(clock: SimulatorClock) {
    this.#clock = clock
    clock.onAdvance(() => this.catchUp())
  }

  at(atMs: number, happen: () => void): void {
    const place = this.#due.findLastIndex((other) => other.atMs <= atMs)
    this.#due.splice(place + 1, 0, { atMs, happen })
  }

  after(seconds: number, happen: () => void): void {
    this.at(this.#clock.nowMs() + seconds * 1000, happen)
  }

  catchUp(): void {
    while ((this.#due[0]?.atMs ?? Infinity) <= this.#clock.nowMs()) this.#due.shift()?.happen()
  }
}
