/** Streams answers of JSON lines, no faster than the client reads them. */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

export const linesType = 'application/x-ndjson'

/** A client that reads nothing for this long is gone; the sources of its lines are held meanwhile. */
const stalledMs = 60_000
/** A client that reads a little now and then is limited to this. */
const longestMs = 3_600_000

interface LinesPatience {
  stalledMs: number
  longestMs: number
}

/** The first line is read in advance, so that an early error is answered in the envelope. */
export class LineStream {
  readonly first: string
  readonly rest: AsyncGenerator<string>
  private constructor(first: string, rest: AsyncGenerator<string>) {
    this.first = first
    this.rest = rest
  }

  static async of(source: AsyncGenerator<string>): Promise<LineStream> {
    const { value, done } = await source.next()
    return new LineStream(done ? '' : value, source)
  }
}

/** A generator that never ran would not notice its cancellation. */
function whileRead({ first, rest }: LineStream, patience: LinesPatience): AsyncIterable<string> {
  let isFirst = true
  const endAfter = (ms: number) => setTimeout(() => void rest.return(undefined), ms).unref()
  const longest = endAfter(patience.longestMs)
  let timer: NodeJS.Timeout
  const wait = () => {
    timer = endAfter(patience.stalledMs)
  }
  wait()
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        clearTimeout(timer)
        const found = isFirst ? { value: first, done: false as const } : await rest.next()
        isFirst = false
        if (found.done) clearTimeout(longest)
        else wait()
        return found
      },
      async return() {
        clearTimeout(timer)
        clearTimeout(longest)
        await rest.return(undefined)
        return { value: undefined, done: true as const }
      },
    }),
  }
}

export const readableOf = (lines: LineStream, patience: LinesPatience = { stalledMs, longestMs }): Readable =>
  Readable.from(whileRead(lines, patience), { objectMode: true, highWaterMark: 1 })

export const sendLines = (reply: FastifyReply, lines: LineStream): FastifyReply =>
  reply.code(200).header('content-type', `${linesType}; charset=utf-8`).send(readableOf(lines))
