/**
 * Leaves out of the history what PostgreSQL takes from the whole server: numbers of sessions, and those of transactions, which every
 * database draws from one counter. The product sees them as they are and only asks whether they are equal.
 */
import { statementText, type WireMessage } from './wire-messages.ts'

const readsForeign = (text: string): boolean =>
  /pg_backend_pid\(\)|\bxmin\b|pg_current_xact_id\(\)|pg_xact_status\(/.test(text)

/** The messages of one connection. */
export class ForeignValues {
  /** Prepared statements that read such values, by name. */
  readonly #named = new Set<string>()
  /** For each statement that runs whether its rows have such values, and where a batch ends. */
  readonly #running: (boolean | 'end')[] = []
  #isBound = false

  /** What the history may have of what the client sends. */
  keepSent(messages: readonly WireMessage[]): Uint8Array {
    return Buffer.concat(
      messages.map((message) => (this.#isHiddenSent(message) ? label(message) : message.whole)),
    )
  }

  /** What the history may have of what PostgreSQL answers. */
  keepHeard(messages: readonly WireMessage[]): Uint8Array {
    return Buffer.concat(
      messages.map((message) => {
        const isHidden = message.letter === 'D' && this.#running[0] === true
        this.#follow(message)
        return isHidden ? label(message) : message.whole
      }),
    )
  }

  #isHiddenSent(message: WireMessage): boolean {
    const { letter, whole } = message
    const text = statementText(message) ?? ''
    if (letter === 'Q') this.#running.push(readsForeign(text), 'end')
    if (letter === 'S') this.#running.push('end')
    if (letter === 'E') this.#running.push(this.#isBound)
    if (letter === 'P') {
      const name = textAt(whole, 5)
      if (readsForeign(text)) this.#named.add(name)
      else this.#named.delete(name)
    }
    if (letter !== 'B') return false
    const portal = textAt(whole, 5)
    // Its values may be what an earlier run of the statement answered.
    this.#isBound = this.#named.has(textAt(whole, 5 + Buffer.byteLength(portal) + 1))
    return this.#isBound
  }

  #follow({ letter }: WireMessage): void {
    if (letter === 'Z') this.#running.splice(0, this.#running.indexOf('end') + 1)
    // A text of several statements is one entry, which stays until the batch ends.
    const isLast = this.#running[1] === 'end'
    if ('CIs'.includes(letter) && !isLast) this.#running.shift()
  }
}

const label = ({ letter }: WireMessage): Buffer => Buffer.from(letter)

const textAt = (whole: Buffer, at: number): string => whole.toString('utf8', at, whole.indexOf(0, at))
