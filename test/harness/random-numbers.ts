/** Returns numbers from 0 to below 1 that repeat for a seed, so that a failed choice can be repeated. */
export function randomNumbers(seed: number): () => number {
  let state = seed % 2_147_483_648
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

export const anyOf = <T>(next: () => number, values: readonly T[]): T =>
  values[Math.floor(next() * values.length)] as T
