/** Whether a key is the operator's. Digests are compared, so that neither length nor beginning shows in the time it takes. */
import { createHash, timingSafeEqual } from 'node:crypto'

const digest = (key: string) => createHash('sha256').update(key).digest()

export function isOperatorKey(operatorApiKey: string): (key: string) => boolean {
  const expected = digest(operatorApiKey)
  return (key) => timingSafeEqual(digest(key), expected)
}
