/** One line for each step. Two runs of a seed are the same if the hashes of their histories are. */
import { createHash } from 'node:crypto'

const keptLines = 50

export class SimulationHistory {
  readonly #hash = createHash('sha256')
  readonly #write: ((line: string) => void) | undefined
  readonly #last: string[] = []
  steps = 0

  constructor(write?: (line: string) => void) {
    this.#write = write
  }

  step(ms: number, owner: string, what: string, went: string): void {
    this.steps += 1
    const line = `${ms.toFixed(3)} ${owner} ${what}${went === '' ? '' : ` → ${went}`}`
    this.#hash.update(line).update('\n')
    this.#write?.(line)
    if (this.#last.push(line) > keptLines) this.#last.shift()
  }

  /** The latest lines, oldest first. */
  last(): readonly string[] {
    return this.#last
  }

  digest(): string {
    return this.#hash.copy().digest('hex')
  }
}

/** A short hash that stands for bytes in a line of the history. */
export const fingerprint = (bytes: string | Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 12)
