/** Choices that are the same for the same seed. */
import { createHash } from 'node:crypto'

export interface Random {
  /** From 0 up to 1, without it. */
  next(): number
  /** A whole number, both ends included. */
  int(from: number, to: number): number
  pick<T>(list: readonly T[]): T
  chance(share: number): boolean
}

/** A stream of its own for every name, so that one request can be made again without all that came before it. */
export function randomOf(seed: number, ...name: (string | number)[]): Random {
  // The generator is mulberry32: 32 bits of state are plenty for choosing among values.
  let state = createHash('sha256')
    .update([seed, ...name].join('\n'))
    .digest()
    .readUInt32LE()
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    next,
    int,
    pick(list) {
      if (list.length === 0) throw new Error('there is nothing to pick from')
      return list[int(0, list.length - 1)] as (typeof list)[number]
    },
    chance: (share) => next() < share,
  }
}
