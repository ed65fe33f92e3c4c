/** Recognizes the operator's key. Comparing digests keeps the key's length and prefix out of the timing. */
import { createHash, timingSafeEqual } from 'node:crypto'

const digest = (key: string) => createHash('sha256').update(key).digest()

export function isOperatorKey(operatorApiKey: string): (key: string) => boolean {
  const expected = digest(operatorApiKey)
  return (key) => timingSafeEqual(digest(key), expected)
}
