/** Compares texts of messages. */
import { createHash } from 'node:crypto'

/** Vendors trim texts and break lines anew, so white space does not distinguish messages. */
export function textHash(text: string): Buffer {
  const even = text.normalize('NFC').replaceAll(/\s+/g, ' ').trim()
  return createHash('sha256').update(even).digest()
}
