/** A socket that can take what is written one after the other as one: each write by itself costs 2 µs. */
import { Socket } from 'node:net'

export class JoiningSocket extends Socket {
  #joined: Buffer[] | null = null

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
