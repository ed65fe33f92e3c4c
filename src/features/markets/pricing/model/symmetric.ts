/** Solves with small symmetric positive definite matrices by Cholesky; a matrix is an array of rows. */

export type Matrix = number[][]

export const diagonal = (values: readonly number[]): Matrix =>
  values.map((value, row) => values.map((_, column) => (row === column ? value : 0)))

export const sum = (one: Matrix, other: Matrix): Matrix =>
  one.map((row, i) => row.map((value, j) => value + (other[i]?.[j] ?? 0)))

/** Returns L of L·Lᵀ; throws if the matrix is not positive definite. */
export function cholesky(matrix: Matrix): Matrix {
  const lower: Matrix = matrix.map((row) => row.map(() => 0))
  for (let i = 0; i < matrix.length; i += 1) {
    const own = lower[i] as number[]
    for (let j = 0; j <= i; j += 1) {
      const other = lower[j] as number[]
      let rest = (matrix[i] as number[])[j] as number
      for (let k = 0; k < j; k += 1) rest -= (own[k] as number) * (other[k] as number)
      if (i !== j) own[j] = rest / (other[j] as number)
      else if (rest > 0) own[i] = Math.sqrt(rest)
      else throw new Error('the matrix is not positive')
    }
  }
  return lower
}

/** Solves L·Lᵀ·x = right. */
export function solve(lower: Matrix, right: readonly number[]): number[] {
  const x = [...right]
  for (let i = 0; i < x.length; i += 1) {
    const row = lower[i] as number[]
    for (let k = 0; k < i; k += 1) x[i] = (x[i] as number) - (row[k] as number) * (x[k] as number)
    x[i] = (x[i] as number) / (row[i] as number)
  }
  for (let i = x.length - 1; i >= 0; i -= 1) {
    for (let k = i + 1; k < x.length; k += 1)
      x[i] = (x[i] as number) - ((lower[k] as number[])[i] as number) * (x[k] as number)
    x[i] = (x[i] as number) / ((lower[i] as number[])[i] as number)
  }
  return x
}

export function inverse(matrix: Matrix): Matrix {
  const lower = cholesky(matrix)
  return matrix.map((row, i) =>
    solve(
      lower,
      row.map((_, j) => (i === j ? 1 : 0)),
    ),
  )
}

export const dot = (one: readonly number[], other: readonly number[]): number => {
  let total = 0
  for (let i = 0; i < one.length; i += 1) total += (one[i] as number) * (other[i] as number)
  return total
}

/** Computes xᵀ·M·x. */
export const quadratic = (matrix: Matrix, x: readonly number[]): number =>
  dot(
    x,
    matrix.map((row) => dot(row, x)),
  )
