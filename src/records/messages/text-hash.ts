/** How texts of messages are compared. */
import { createHash } from 'node:crypto'

/** Vendors trim texts and break their lines anew: white space tells no two messages apart. */
export function textHash(text: string): Buffer {
  const even = text.normalize('NFC').replaceAll(/\s+/g, ' ').trim()
  return createHash('sha256').update(even).digest()
}
