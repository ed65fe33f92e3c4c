/** Amounts in hundredths, and what is reckoned from many of them. Pure. */

/** As exact decimal text. */
export function fromHundredths(amount: number): string {
  const digits = String(Math.abs(amount)).padStart(3, '0')
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** The JSON number of it; only for showing. */
export const shownAmount = (amount: number | null): number | null =>
  amount === null ? null : Math.round(amount * 10) / 1000

/** The mean, to a whole hundredth. */
export const meanOf = (amounts: readonly number[]): number | null =>
  amounts.length === 0 ? null : Math.round(amounts.reduce((sum, one) => sum + one, 0) / amounts.length)

/** The amount below which this share of them lies, between two of them in proportion; `sorted` grows. */
export function quantileOf(sorted: readonly number[], share: number): number | null {
  if (sorted.length === 0) return null
  const at = (sorted.length - 1) * share
  const low = sorted[Math.floor(at)] ?? 0
  const high = sorted[Math.ceil(at)] ?? low
  return Math.round(low + (high - low) * (at - Math.floor(at)))
}

/** In percent, to a tenth. */
export const percentOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 1000) / 10
