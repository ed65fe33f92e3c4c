/** Decodes a calendar file's bytes as text. Pure. */

const marks: readonly (readonly [mark: readonly number[], encoding: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
  // Without a byte order mark: the `B` of BEGIN beside a null byte.
  [[0x42, 0x00], 'utf-16le'],
  [[0x00, 0x42], 'utf-16be'],
]

/**
 * By byte order mark, else UTF-8, else Windows-1252: all that decides over nights is ASCII in each. null: no known
 * text encoding.
 */
export function decodeCalendar(bytes: Uint8Array): string | null {
  const marked = marks.find(([mark]) => mark.every((byte, place) => bytes[place] === byte))
  const text =
    marked && marked[1] !== 'utf-8'
      ? new TextDecoder(marked[1]).decode(bytes)
      : textOf(bytes.subarray(marked?.[0].length ?? 0))
  return withoutFewNulls(text)
}

/** Some writers pad files with null bytes. Many of them are no text. */
const mostNulls = 0.01

function withoutFewNulls(text: string): string | null {
  if (!text.includes('\0')) return text
  const nulls = text.replace(/\0+$/, '').split('\0').length - 1
  return nulls <= text.length * mostNulls ? text.replaceAll('\0', '') : null
}

/** Folding may split a character, which is valid only after lines are joined (RFC 5545 3.1). */
const textOf = (bytes: Uint8Array) =>
  strictUtf8(bytes) ?? strictUtf8(joinFoldedBytes(bytes)) ?? windows1252(bytes)

const [lf, cr, space, tab] = [0x0a, 0x0d, 0x20, 0x09]

function joinFoldedBytes(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(bytes.length)
  let size = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const end = bytes[at] === cr && bytes[at + 1] === lf ? at + 1 : at
    const next = bytes[end + 1]
    if (bytes[end] === lf && (next === space || next === tab)) at = end + 1
    else out[size++] = bytes[at] ?? 0
  }
  return out.subarray(0, size)
}

function strictUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

const windows1252 = (bytes: Uint8Array) => new TextDecoder('windows-1252').decode(bytes)
