import type { SimulatorClock } from '../kit/clock.ts'

const limit = 100
const windowMs = 300_000
// The vendor documents only that more work costs more credits.
const rowsPerCredit = 50

/** The account has a hundred credits in five minutes; a call's cost is known only afterwards. */
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

  /** Charges an answer and returns the headers about it. */
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
