/**
 * Hashes by which something is known again and which tell nobody without the key what it was. The process has one key ring; who
 * composes it gives the keys here once.
 */
import { createHmac } from 'node:crypto'

let keys: readonly Buffer[] = []

/** The key that is used now, and then those that were. */
export function useHashKeys(ring: readonly Buffer[]): void {
  keys = ring
}

/** By every key: what was kept under an older one is found, too. The first is the one to keep. */
export function keyedHashes(text: string): [string, ...string[]] {
  const [first, ...others] = keys.map((key) => createHmac('sha256', key).update(text).digest('hex'))
  if (first === undefined) throw new Error('no keys were given for keyed hashes')
  return [first, ...others]
}
