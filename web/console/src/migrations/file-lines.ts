/** The lines of an exported file, in parts that one request takes. Pure. */

const mostRecordsAtOnce = 1_000
/** A part is sent once it is about this long, whatever its number of lines. */
const partCharacters = 1_000_000

export interface FilePart {
  /** Place of its first line in the file, which begins with 1. */
  line: number
  lines: string[]
  characters: number
}

/** The first line alone, since the answer to it says how far an earlier try came; then many at a time. */
export async function* partsOf(texts: AsyncIterable<string>): AsyncGenerator<FilePart> {
  let rest = ''
  let part: FilePart = { line: 1, lines: [], characters: 0 }
  for await (const text of texts) {
    const lines = (rest + text).split('\n')
    // A last line without its end was cut off, or goes on in the next portion.
    rest = lines.pop() ?? ''
    for (const line of lines) {
      part.lines.push(line)
      part.characters += line.length + 1
      const isFull = part.lines.length === mostRecordsAtOnce || part.characters >= partCharacters
      if (!isFull && part.line !== 1) continue
      yield part
      part = { line: part.line + part.lines.length, lines: [], characters: 0 }
    }
  }
  if (part.lines.length > 0) yield part
}
