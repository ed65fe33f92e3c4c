/** Faults of a market's file, with their line. */

/** Lines count from 1. */
export interface FilePlace {
  file: string
  line?: number | undefined
  column?: string | undefined
}

/** The file cannot be imported. */
export class MarketFileError extends Error {
  override name = 'MarketFileError'
  /** Null if it concerns no place in a file. */
  readonly place: FilePlace | null
  /** The file is fine, but another import runs. */
  readonly isBusy: boolean
  /** Names the argument beside the files that is wrong, such as `country`. */
  readonly said: string | null
  constructor(
    message: string,
    place: FilePlace | null = null,
    { isBusy = false, said = null }: { isBusy?: boolean; said?: string | null } = {},
  ) {
    super(message)
    this.place = place
    this.isBusy = isBusy
    this.said = said
  }
}

export const runningImport = (city: string) =>
  new MarketFileError(`Another import of ${city} is running: wait for its end.`, null, { isBusy: true })

/** A fault of an argument given beside the files. */
export const wrongCity = (argument: string, message: string) =>
  new MarketFileError(message, null, { said: argument })

/** A fault of a line of a file. */
export const faultAt = ({ file, line, column }: FilePlace & { line: number }, problem: string) =>
  new MarketFileError(`${file}, line ${line}: ${problem}`, { file, line, column })

const toleratedShare = 0.01
const toldOf = 5
const looksAfter = 10_000

/** Counts lines left out. Public files have some; many mean that a file is damaged or the wrong one. */
export class FaultLog {
  readonly #file: string
  readonly #first: { line: number; what: string; column: string | undefined }[] = []
  count = 0

  constructor(file: string) {
    this.#file = file
  }

  add(line: number, problem: string, column?: string): void {
    this.count += 1
    if (this.#first.length < toldOf) this.#first.push({ line, what: problem, column })
  }

  get told(): readonly string[] {
    return this.#first.map(({ line, what }) => `${this.#file}, line ${line}: ${what}`)
  }

  /** Throws if too many rows are left out; set `final` after the last row. */
  assertFew(rows: number, final = false): void {
    if (!final && rows % looksAfter !== 0) return
    if (this.count <= rows * toleratedShare) return
    const [first] = this.#first
    const named = this.#first.map(({ line, what }) => `line ${line}: ${what}`)
    throw new MarketFileError(
      `${this.#file}: ${this.count} of ${rows} rows cannot be read, more than one in a hundred. ${named.join('; ')}.`,
      { file: this.#file, line: first?.line, column: first?.column },
    )
  }
}
