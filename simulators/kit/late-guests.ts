import type { SimulatorTools } from './definition.ts'

/** Guest data can reach a row later than the rest: with its next change, or when time passes. */
export class LateGuests<Row extends object> {
  readonly #held = new Map<Row, Partial<Row>>()
  readonly #faults: SimulatorTools['faults']
  readonly #bring: (row: Row) => void

  /** `bring` changes a row as the vendor does, with the result of `take`. */
  constructor({ faults, clock }: SimulatorTools, bring: (row: Row) => void) {
    this.#faults = faults
    this.#bring = bring
    clock.onAdvance(() => this.deliver())
  }

  /** If the fault is due, gives the row `blank` for now. */
  mayHoldBack(row: Row, blank: Partial<Row>): void {
    const names = Object.keys(blank) as (keyof Row)[]
    if (names.length === 0 || this.#faults.take(['late_guest']) === undefined) return
    this.#held.set(row, Object.fromEntries(names.map((name) => [name, row[name]])) as Partial<Row>)
    Object.assign(row, blank)
  }

  /** Returns the data held back of a row; the caller must give it to the row now. */
  take(row: Row): Partial<Row> {
    const guest = this.#held.get(row) ?? {}
    this.#held.delete(row)
    return guest
  }

  deliver(): void {
    for (const row of [...this.#held.keys()]) this.#bring(row)
  }
}
