/**
 * A socket to PostgreSQL that can take what is written one after the other as one, and hands on whole messages, read into the same room
 * again and again: each write by itself costs 2 µs, and each answer that came in two parts would be copied.
 */
import { Socket } from 'node:net'
import { MessageBuffer } from './message-buffer.ts'

export class JoiningSocket extends Socket {
  #joined: Buffer[] | null = null

  constructor() {
    const messages = new MessageBuffer()
    let isFirst = true
    super({
      onread: {
        buffer: () => messages.room(),
        callback: (bytes, into) => {
          // Asked whether it speaks TLS the database answers with one letter, which is no message. What follows is read by somebody else.
          const isLetter = isFirst && bytes === 1
          const whole = isLetter ? Buffer.from(into.subarray(0, 1)) : messages.read(bytes)
          isFirst = false
          if (whole) this.emit('data', whole)
          return true
        },
      },
    })
  }

  /** Node gives each socket that connects a method of its own to write with. */
  override connect(...to: unknown[]): this {
    super.connect(...(to as [number, string]))
    Reflect.deleteProperty(this, 'write')
    return this
  }

  override write(chunk: Buffer | string, ...rest: unknown[]): boolean {
    if (this.#joined === null || !Buffer.isBuffer(chunk))
      return super.write(chunk, ...(rest as [BufferEncoding]))
    this.#joined.push(chunk)
    return true
  }

  /** What is written by `work`, which may not wait, leaves at its end. */
  join(work: () => void): void {
    const joined: Buffer[] = []
    this.#joined = joined
    try {
      work()
    } finally {
      this.#joined = null
      if (joined.length > 0) super.write(Buffer.concat(joined))
    }
  }
}
