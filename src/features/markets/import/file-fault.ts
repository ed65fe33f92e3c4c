/** What is wrong with a file of a market, with the line it stands in. */

/** The file cannot be taken in. */
export class MarketFileError extends Error {
  override name = 'MarketFileError'
}

const toleratedShare = 0.01
const toldOf = 5
const looksAfter = 10_000

/** Lines that are left out. Public files have some; many of them say that the file is damaged, or another one. */
export class Faults {
  readonly #file: string
  readonly #first: string[] = []
  count = 0

  constructor(file: string) {
    this.#file = file
  }

  add(line: number, what: string): void {
    this.count += 1
    if (this.#first.length < toldOf) this.#first.push(`line ${line}: ${what}`)
  }

  get told(): readonly string[] {
    return this.#first.map((one) => `${this.#file}, ${one}`)
  }

  /** Throws where too many of so many rows are left out; `final`: no more follow. */
  assertFew(rows: number, final = false): void {
    if (!final && rows % looksAfter !== 0) return
    if (this.count <= rows * toleratedShare) return
    throw new MarketFileError(
      `${this.#file}: ${this.count} of ${rows} rows cannot be read, more than one in a hundred. ${this.#first.join('; ')}.`,
    )
  }
}
