import type { SimulatorTools } from './definition.ts'

/** Guest data that a row gets later than everything else: with its next change, or when time passes. */
export class LateGuests<Row extends object> {
  readonly #held = new Map<Row, Partial<Row>>()
  readonly #faults: SimulatorTools['faults']
  readonly #bring: (row: Row) => void

  /** `bring` changes a row as the vendor does, with what `take` gives for it. */
  constructor({ faults, clock }: SimulatorTools, bring: (row: Row) => void) {
    this.#faults = faults
    this.#bring = bring
    clock.onAdvance(() => this.deliver())
  }

  /** When the fault is due, the row is left with `blank` for now. */
  mayHoldBack(row: Row, blank: Partial<Row>): void {
    if (this.#faults.take(['late_guest']) === undefined || Object.keys(blank).length === 0) return
    const names = Object.keys(blank) as (keyof Row)[]
    this.#held.set(row, Object.fromEntries(names.map((name) => [name, row[name]])) as Partial<Row>)
    Object.assign(row, blank)
  }

  /** What was held back of a row; the row is to be given it now. */
  take(row: Row): Partial<Row> {
    const guest = this.#held.get(row) ?? {}
    this.#held.delete(row)
    return guest
  }

  deliver(): void {
    for (const row of [...this.#held.keys()]) this.#bring(row)
  }
}
