/** Reads files line by line, without holding more than one line. */
import { createReadStream } from 'node:fs'

/** A last line without its line end is dropped, since it was cut off. */
export async function* linesIn(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ text: string; bytes: number }> {
  let begun: Uint8Array[] = []
  for await (const chunk of chunks) {
    let from = 0
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      const line = Buffer.concat([...begun, chunk.subarray(from, at + 1)])
      yield { text: line.toString('utf8', 0, line.length - 1), bytes: line.length }
      begun = []
      from = at + 1
    }
    if (from < chunk.length) begun.push(chunk.subarray(from))
  }
}

export const linesOfFile = (file: string) => linesIn(createReadStream(file))
