/** What an entry may be. Pure. */
import { entryBytes } from '../../../contract/kv.ts'
import { ApiError } from '../../../platform/api-error.ts'

/** Deeper values cannot be read by every JSON parser. */
const deepestValue = 100

/** How many lists and objects stand inside each other; stops looking behind `most`. */
function depthOf(value: unknown, most: number): number {
  let level = [value]
  for (let depth = 0; ; depth += 1) {
    const inside = level.filter((one) => typeof one === 'object' && one !== null)
    if (inside.length === 0 || depth > most) return depth
    level = inside.flatMap((one) => Object.values(one as object))
  }
}

/** The value as it is stored, and the bytes that it takes together with its key. */
export function stored(key: string, value: unknown): { text: string; bytes: number } {
  if (depthOf(value, deepestValue) > deepestValue) {
    throw new ApiError(
      'invalid_body',
      `\`value\` has more than ${deepestValue} lists and objects inside each other.`,
      { field: 'value' },
    )
  }
  const text = JSON.stringify(value)
  const bytes = Buffer.byteLength(key) + Buffer.byteLength(text)
  if (bytes > entryBytes) {
    throw new ApiError(
      'kv_entry_too_large',
      `\`${key.slice(0, 50)}\` and its value take ${bytes} bytes; at most ${entryBytes} are possible.`,
      { field: 'value', limit: entryBytes, used: bytes },
    )
  }
  return { text, bytes }
}
