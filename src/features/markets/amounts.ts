/** Computes with amounts in hundredths. */

/** Returns exact decimal text. */
export function fromHundredths(amount: number): string {
  const digits = String(Math.abs(amount)).padStart(3, '0')
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Returns a JSON number for showing only. */
export const shownAmount = (amount: number | null): number | null =>
  amount === null ? null : Math.round(amount * 10) / 1000

/** Returns the mean, rounded to a whole hundredth. */
export const meanOf = (amounts: readonly number[]): number | null =>
  amounts.length === 0 ? null : Math.round(amounts.reduce((sum, one) => sum + one, 0) / amounts.length)

/** Returns the amount below which this share lies, interpolated. `sorted` must be ascending. */
export function quantileOf(sorted: readonly number[], share: number): number | null {
  if (sorted.length === 0) return null
  const at = (sorted.length - 1) * share
  const low = sorted[Math.floor(at)] ?? 0
  const high = sorted[Math.ceil(at)] ?? low
  return Math.round(low + (high - low) * (at - Math.floor(at)))
}

/** Returns percent, rounded to a tenth. */
export const percentOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 1000) / 10
