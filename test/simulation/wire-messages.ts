/** Reads as much of PostgreSQL's protocol as tells when an answer is complete. */

const startupLength = 4

export interface WireMessage {
  /** Its kind; empty for a client's first. */
  letter: string
  whole: Buffer
}

/** What one side has sent so far, cut into messages. */
export class MessageCutter {
  #rest: Buffer = Buffer.alloc(0)
  #isStarted: boolean

  /** The first message of a client has no letter. */
  constructor(from: 'client' | 'server') {
    this.#isStarted = from === 'server'
  }

  /** Complete messages with their letter; that of the start has none. */
  cut(chunk: Buffer): WireMessage[] {
    let rest = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk
    const messages: WireMessage[] = []
    for (;;) {
      const head = this.#isStarted ? 1 : 0
      if (rest.length < head + startupLength) break
      const length = head + rest.readInt32BE(head)
      if (rest.length < length) break
      messages.push({
        letter: head === 0 ? '' : String.fromCharCode(rest[0] as number),
        whole: rest.subarray(0, length),
      })
      this.#isStarted = true
      rest = rest.subarray(length)
    }
    this.#rest = rest
    return messages
  }
}

/** Answers that a client's messages call for: the start, a simple statement and the end of a batch are each followed by "ready". */
export const isAnswered = (letter: string): boolean => letter === '' || letter === 'Q' || letter === 'S'

/** A server that asks for a password waits for the client, so there is nothing to wait for. */
export const asksForMore = ({ letter, whole }: WireMessage): boolean =>
  letter === 'R' && ![0, 12].includes(whole.readInt32BE(5))

export const sessionOf = (whole: Buffer): number => whole.readInt32BE(5)

/** The texts of statements in the messages, for the history. */
export function statementText({ letter, whole }: WireMessage): string | null {
  if (letter === 'Q') return whole.toString('utf8', 5, whole.length - 1)
  if (letter !== 'P') return null
  const nameEnd = whole.indexOf(0, 5)
  return whole.toString('utf8', nameEnd + 1, whole.indexOf(0, nameEnd + 1))
}

/** The message with which a server passes on what was notified. */
export function noticeMessage({
  processId,
  channel,
  payload,
}: {
  processId: number
  channel: string
  payload: string
}): Buffer {
  const texts = Buffer.from(`${channel}\0${payload}\0`)
  const head = Buffer.alloc(9)
  head.write('A')
  head.writeInt32BE(8 + texts.length, 1)
  head.writeInt32BE(processId, 5)
  return Buffer.concat([head, texts])
}

/** In the history a statement is its first words. */
export const brief = (texts: readonly string[]): string =>
  texts.map((text) => JSON.stringify(text.replaceAll(/\s+/g, ' ').trim().slice(0, 60))).join(' ')

/** As long as the word it stands for, so that messages keep their length: a wait must not end by the real clock. */
const renamedSettings = [
  ['statement_timeout', 'sim.statement_tmo'],
  ['lock_timeout', 'sim.lock_tmo'],
] as const

export function withRenamedSettings(bytes: Buffer): Buffer {
  for (const [from, to] of renamedSettings)
    for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from, at)) bytes.write(to, at, 'latin1')
  return bytes
}

/** The message with which PostgreSQL refuses a session or ends one. */
export function fatalMessage(code: string, text: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${text}\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(4 + fields.length, 1)
  return Buffer.concat([head, fields])
}
