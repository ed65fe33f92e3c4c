/**
 * These hashes recognise a value without revealing it to anybody who lacks the key. The composition root sets
 * the process's keys once.
 */
import { createHmac } from 'node:crypto'

let keys: readonly Buffer[] = []

/** The current key comes first, then former ones. */
export function useHashKeys(ring: readonly Buffer[]): void {
  keys = ring
}

/** Hashes by every key, so that values stored under an older one are found. Store the first. */
export function keyedHashes(text: string): [string, ...string[]] {
  const [first, ...others] = keys.map((key) => createHmac('sha256', key).update(text).digest('hex'))
  if (first === undefined) throw new Error('no keys were given for keyed hashes')
  return [first, ...others]
}
