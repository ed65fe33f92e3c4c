/** How long guests stay, and which of them a gap between stays has room for. Pure. */

/** Share of stays of 1, 2, … nights; what is longer counts as the longest. */
const longestStay = 30
const first = Array.from({ length: longestStay }, (_, i) => Math.exp(-Math.abs(i - 2) / 2.5))
const firstTotal = first.reduce((sum, one) => sum + one, 0)
/** What is believed before counts like so many stays. */
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
 * Of the guests who want this night, the share whose stay fits between `before` free nights ahead of it and `after` behind: a stay of L
 * nights that has this one can lie in L ways, and longer stays want a night more often.
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

/** Of a night with a free week before and behind it; 1 where no stay fits at all. */
export const usualFitting = (shares: LengthShares, minNights: number | null): number =>
  fitting(shares, { before: 6, after: 6, minNights: minNights ?? 1 }) || 1
