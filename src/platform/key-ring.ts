/** A key ring is the text `id:key,id:key`: the first key encrypts, all decrypt. */
import { createHash } from 'node:crypto'

export const keyBytes = 32
const keyRingForm = '32 bytes in base64 or hex, or several of them as id:key,id:key with different ids'

export interface Key {
  id: string
  bytes: Buffer
}

/** Parses the setting: throws for a malformed ring and returns the text unchanged. */
export function assertKeyRing(text: string): string {
  parseKeyRing(text)
  return text
}

export function parseKeyRing(text: string): [Key, ...Key[]] {
  const keys = text.split(',').map((item) => {
    const [, id, encoded = ''] = /^\s*(?:([A-Za-z0-9_-]{1,32}):)?(\S+)\s*$/.exec(item) ?? []
    const bytes = decodeKey(encoded)
    // The id of an unnamed key derives from the key, so that adding a second key renames nothing.
    return { id: id ?? createHash('sha256').update(bytes).digest('hex').slice(0, 8), bytes }
  })
  const [first, ...rest] = keys
  if (!first || new Set(keys.map((key) => key.id)).size !== keys.length) throw new Error(keyRingForm)
  return [first, ...rest]
}

/** Writes keys as a text that `parseKeyRing` reads. */
export const keyRingText = (keys: readonly Key[]): string =>
  keys.map(({ id, bytes }) => `${id}:${bytes.toString('base64')}`).join(',')

function decodeKey(encoded: string): Buffer {
  const hex = /^[0-9a-fA-F]{64}$/.test(encoded)
  const base64 = /^[A-Za-z0-9+/_-]{43}=?$/.test(encoded)
  if (!hex && !base64) throw new Error(keyRingForm)
  return Buffer.from(encoded, hex ? 'hex' : 'base64')
}
