/** How long guests stay, and which stays fit into a gap. */

/** Shares of stays of 1, 2, … nights; longer stays count as the longest. */
const longestStay = 30
const first = Array.from({ length: longestStay }, (_, i) => Math.exp(-Math.abs(i - 2) / 2.5))
const firstTotal = first.reduce((sum, one) => sum + one, 0)
/** The prior counts like this many stays. */
const firstCount = 15

export type LengthShares = readonly number[]

export function lengthShares(lengths: readonly number[]): LengthShares {
  const counts = first.map((one) => (one / firstTotal) * firstCount)
  for (const length of lengths) {
    const at = Math.min(Math.max(1, length), longestStay) - 1
    counts[at] = (counts[at] as number) + 1
  }
  const total = counts.reduce((sum, one) => sum + one, 0)
  return counts.map((one) => one / total)
}

export const meanLength = (shares: LengthShares): number =>
  shares.reduce((sum, share, i) => sum + share * (i + 1), 0)

/**
 * Returns the share of guests for this night whose stay fits between `before` and `after` free nights. A stay of L
 * nights can lie in L ways, so longer stays want a night more often.
 */
export function fitting(
  shares: LengthShares,
  { before, after, minNights }: { before: number; after: number; minNights: number },
): number {
  let [fits, all] = [0, 0]
  for (let i = 0; i < shares.length; i += 1) {
    const length = i + 1
    if (length < minNights) continue
    const wanted = (shares[i] as number) * length
    const earliest = Math.min(before, length - 1)
    const needed = Math.max(0, length - 1 - after)
    all += wanted
    fits += (wanted * Math.max(0, earliest - needed + 1)) / length
  }
  return all === 0 ? 0 : fits / all
}

/** For a night with a free week on both sides; 1 if no stay fits at all. */
export const usualFitting = (shares: LengthShares, minNights: number | null): number =>
  fitting(shares, { before: 6, after: 6, minNights: minNights ?? 1 }) || 1
