/** Repeatable choices, separate for each vendor. */
export interface Choices {
  /** Includes `least` and excludes `below`. */
  int(least: number, below: number): number
  pick<T>(from: readonly T[]): T
}

export function choicesOf(seed: number, name: string): Choices {
  let state = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 2_147_483_648, seed)
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
  // First numbers of neighbouring seeds are close together, so some are skipped.
  for (let skipped = 0; skipped < 5; skipped += 1) next()
  const int = (least: number, below: number) => least + Math.floor(next() * (below - least))
  return { int, pick: <T>(from: readonly T[]) => from[int(0, from.length)] as T }
}
