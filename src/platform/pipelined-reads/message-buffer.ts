/**
 * Bytes of a connection to PostgreSQL on their way in, handed on message by message: a letter, four bytes that say how long it is with
 * themselves, and what it says. They are read into the same room again and again.
 */

/** As much as is read at once; a larger message gets a room of its own. */
const usualBytes = 128 * 1024
const headBytes = 5

export class MessageBuffer {
  #bytes = Buffer.allocUnsafeSlow(usualBytes)
  #filled = 0
  /** Where the first message that is not whole yet begins. */
  #handed = 0

  /** Where to read into; asked for before each reading. */
  room(): Buffer {
    const rest = this.#bytes.subarray(this.#handed, this.#filled)
    const needed = Math.max(usualBytes, this.#nextLength() ?? 0)
    if (needed > this.#bytes.length || (needed === usualBytes && this.#bytes.length > usualBytes)) {
      this.#bytes = Buffer.allocUnsafeSlow(needed)
      rest.copy(this.#bytes)
    } else if (this.#handed > 0) {
      this.#bytes.copyWithin(0, this.#handed, this.#filled)
    }
    this.#handed = 0
    this.#filled = rest.length
    return this.#bytes.subarray(this.#filled)
  }

  /** So many bytes were read: all messages that are whole now, null where none is. They are gone with the next `room`. */
  read(bytes: number): Buffer | null {
    const begin = this.#handed
    this.#filled += bytes
    for (;;) {
      const length = this.#nextLength()
      if (length === null || this.#handed + length > this.#filled) break
      this.#handed += length
    }
    return this.#handed > begin ? this.#bytes.subarray(begin, this.#handed) : null
  }

  /** Of the first message that was not handed on; null: not known yet. */
  #nextLength(): number | null {
    return this.#handed + headBytes > this.#filled ? null : 1 + this.#bytes.readUInt32BE(this.#handed + 1)
  }
}
