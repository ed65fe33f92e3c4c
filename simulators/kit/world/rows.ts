/** Holds a vendor's rows of one family under their ids, in the order in which they were added. */
export class VendorRows<Held> {
  readonly #byId = new Map<string, Held>()
  readonly #idOf: (row: Held) => string | number

  constructor(idOf: (row: Held) => string | number) {
    this.#idOf = idOf
  }

  get size(): number {
    return this.#byId.size
  }

  add(row: Held): Held {
    this.#byId.set(String(this.#idOf(row)), row)
    return row
  }

  /** Takes an id as routes and control calls send it: a number or its text. */
  get(id: unknown): Held | undefined {
    return typeof id === 'string' || typeof id === 'number' ? this.#byId.get(String(id)) : undefined
  }

  all(): Held[] {
    return [...this.#byId.values()]
  }

  remove(row: Held): void {
    this.#byId.delete(String(this.#idOf(row)))
  }
}
