/**
 * Latency histograms, so that a percentile over any range is a sum at constant cost. Steps grow by the fourth
 * root of two, so a percentile is off by less than 19 %. Pure.
 */

/** Steps per doubling. */
const fineness = 4
/** The last step takes everything over a minute. */
const stepCount = fineness * 16 + 1

/** Upper bound of a step in milliseconds; the first step ends at one. */
const endOf = (step: number) => 2 ** (step / fineness)

const stepOf = (ms: number): number =>
  ms <= 1 ? 0 : Math.min(stepCount - 1, Math.ceil(Math.log2(ms) * fineness))

/** Adds `more` to `sum` in place. */
export function addSteps(sum: number[], more: readonly number[]): number[] {
  more.forEach((count, step) => (sum[step] = (sum[step] ?? 0) + count))
  return sum
}

/** Counts one latency in place. */
export function addStep(sum: number[], ms: number): void {
  const step = stepOf(ms)
  while (sum.length <= step) sum.push(0)
  sum[step] = (sum[step] ?? 0) + 1
}

/** Milliseconds within which `share` of the answers came; null without any. */
export function percentileOf(steps: readonly number[], share: number): number | null {
  const total = steps.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  let before = 0
  const wanted = share * total
  for (const [step, count] of steps.entries()) {
    if (count > 0 && before + count >= wanted) {
      const from = step === 0 ? 0 : endOf(step - 1)
      return Math.round(from + (endOf(step) - from) * ((wanted - before) / count))
    }
    before += count
  }
  return Math.round(endOf(steps.length - 1))
}
