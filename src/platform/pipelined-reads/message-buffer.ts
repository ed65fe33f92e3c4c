/** Splits incoming bytes into PostgreSQL messages: a letter, a four-byte length that counts itself, and the body. It reuses one buffer. */

/** One read takes this much; a larger message gets a buffer of its own. */
const usualBytes = 128 * 1024
const headBytes = 5

export class MessageBuffer {
  #bytes = Buffer.allocUnsafeSlow(usualBytes)
  #filled = 0
  /** The first incomplete message begins here. */
  #handed = 0

  /** Returns the space to read into; call it before each read. */
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

  /** Takes note of the bytes read. Returns all complete messages, or null; they are valid until the next `room`. */
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

  /** Returns the length of the first message that was not delivered; null when unknown. */
  #nextLength(): number | null {
    return this.#handed + headBytes > this.#filled ? null : 1 + this.#bytes.readUInt32BE(this.#handed + 1)
  }
}
