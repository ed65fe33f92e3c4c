import type { Database } from '../src/platform/db.ts'
import type { Log } from '../src/platform/log.ts'

/** How long a statement of a benchmark waits for a connection, and runs. */
export const benchPatienceMs = 600_000

export interface Result {
  label: string
  ratio: number
  /** The stated limit: one of the two. */
  atLeast?: number
  atMost?: number
  /** What the ratio was made of, for the reader. */
  detail: string
}

export interface BenchContext {
  url: string
  database: Database
  log: Log
  /** What was asked for on the command line; each benchmark has defaults. */
  options: { rows?: string; vendors?: string; lists?: string }
  /** Shows what is known already, for benchmarks of many parts; what is returned is shown anyway. */
  show(results: readonly Result[]): void
}

export type Bench = (context: BenchContext) => Promise<Result[]>

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN
