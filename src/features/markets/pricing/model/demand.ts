/**
 * Models a night's requests as exp(terms · coefficients), Poisson, spread over the time before it. A sold night shows
 * requests until its sale, an unsold one of all the time. Penalised likelihood with a normal prior gives a normal
 * posterior.
 */
import { cholesky, dot, inverse, quadratic, solve, type Matrix } from './symmetric.ts'
import { priceAt } from './terms.ts'

export interface ObservedNight {
  terms: readonly number[]
  /** Units sold. */
  sold: number
  /** Share of the demand that came while the night was on sale. */
  exposure: number
}

export interface DemandBelief {
  means: number[]
  /** The inverse of the covariance. */
  precision: Matrix
}

/** A lower bound: guests never ask more at a higher price, and below it no best price would exist. */
export const leastSensitivity = 0.8
const mostSteps = 25
const bound = (sum: number) => Math.exp(Math.max(-12, Math.min(6, sum)))

export const requests = (coefficients: readonly number[], terms: readonly number[]): number =>
  bound(dot(coefficients, terms))

/**
 * `weight` counts nights of one stay as one decision. `start` is where the search begins; the optimum is unique, so any
 * start finds it.
 */
export function fit(
  nights: readonly ObservedNight[],
  before: DemandBelief,
  weight: number,
  start: readonly number[] = before.means,
): DemandBelief {
  const size = before.means.length
  const means = [...start]
  let precision = before.precision
  for (let step = 0; step < mostSteps; step += 1) {
    const gap = means.map((mean, i) => mean - (before.means[i] as number))
    const slope = before.precision.map((row) => -dot(row, gap))
    precision = before.precision.map((row) => [...row])
    for (const { terms, sold, exposure } of nights) {
      const expected = weight * exposure * requests(means, terms)
      const surprise = weight * sold - expected
      for (let i = 0; i < size; i += 1) {
        const term = terms[i] as number
        if (term === 0) continue
        slope[i] = (slope[i] as number) + surprise * term
        const row = precision[i] as number[]
        for (let j = 0; j <= i; j += 1) row[j] = (row[j] as number) + expected * term * (terms[j] as number)
      }
    }
    for (let i = 0; i < size; i += 1)
      for (let j = i + 1; j < size; j += 1)
        (precision[i] as number[])[j] = (precision[j] as number[])[i] as number
    const move = solve(cholesky(precision), slope)
    const largest = Math.max(...move.map(Math.abs))
    const length = largest > 1 ? 1 / largest : 1
    for (let i = 0; i < size; i += 1) means[i] = (means[i] as number) + length * (move[i] as number)
    if (largest < 1e-4) break
  }
  means[priceAt] = Math.max(leastSensitivity, means[priceAt] as number)
  return { means, precision }
}

export interface DemandModel {
  coefficients: readonly number[]
  covariance: Matrix
}

export const toDemand = ({ means, precision }: DemandBelief): DemandModel => ({
  coefficients: means,
  covariance: inverse(precision),
})

/** Variance of the sum of terms. */
export const uncertainty = ({ covariance }: DemandModel, terms: readonly number[]): number =>
  quadratic(covariance, terms)
