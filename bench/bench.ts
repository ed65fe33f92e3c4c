import type { Database } from '../src/platform/db.ts'
import type { Log } from '../src/platform/log.ts'

/** Statements of a benchmark may wait for a connection and run this long. */
export const benchPatienceMs = 600_000

export interface Result {
  label: string
  ratio: number
  /** One of the two is the stated limit. */
  atLeast?: number
  atMost?: number
  /** The measured figures behind the ratio. */
  detail: string
}

export interface BenchContext {
  url: string
  database: Database
  log: Log
  /** Options of the command line; each benchmark has defaults. */
  options: { rows?: string; vendors?: string; lists?: string }
  /** Shows results early, for benchmarks of many parts; returned results are shown anyway. */
  show(results: readonly Result[]): void
}

export type Bench = (context: BenchContext) => Promise<Result[]>

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN
