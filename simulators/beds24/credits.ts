import type { SimulatorClock } from '../kit/clock.ts'

const limit = 100
const windowMs = 300_000
// How the vendor computes the cost of a call is not documented, only that more work costs more.
const rowsPerCredit = 50

/** The account's credits: a hundred in five minutes. What a call costs is known only when it is done. */
export class Credits {
  readonly #clock: SimulatorClock
  #endsAtMs = 0
  #left = limit

  constructor(clock: SimulatorClock) {
    this.#clock = clock
  }

  isUsedUp(): boolean {
    this.#startWindow()
    return this.#left === 0
  }

  /** Takes the cost of an answer; the headers that tell of it. */
  charge(rows: number): Record<string, string> {
    this.#startWindow()
    const cost = 1 + Math.floor(rows / rowsPerCredit)
    this.#left = Math.max(0, this.#left - cost)
    return this.headers(cost)
  }

  headers(cost: number): Record<string, string> {
    this.#startWindow()
    return {
      'x-fivemincreditlimit': String(limit),
      'x-fivemincreditlimit-remaining': String(this.#left),
      'x-fivemincreditlimit-resetsin': String(Math.ceil((this.#endsAtMs - this.#clock.nowMs()) / 1000)),
      'x-requestcost': String(cost),
    }
  }

  #startWindow(): void {
    if (this.#clock.nowMs() < this.#endsAtMs) return
    this.#endsAtMs = this.#clock.nowMs() + windowMs
    this.#left = limit
  }
}
