/** Bytes of a calendar file as text, whatever they were written in. Pure. */

const marks: readonly (readonly [mark: readonly number[], encoding: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]

/**
 * By its byte order mark, else UTF-8, else Windows-1252: what decides over nights is ASCII in all of them. null: text of no
 * kind that calendars are written in.
 */
export function decoded(bytes: Uint8Array): string | null {
  const marked = marks.find(([mark]) => mark.every((byte, place) => bytes[place] === byte))
  const text = marked ? new TextDecoder(marked[1]).decode(bytes) : (strictUtf8(bytes) ?? windows1252(bytes))
  return text.includes('\0') ? null : text
}

function strictUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

const windows1252 = (bytes: Uint8Array) => new TextDecoder('windows-1252').decode(bytes)
