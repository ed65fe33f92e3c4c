import type { Database } from '../src/platform/db.ts'
import type { Log } from '../src/platform/log.ts'

export interface Result {
  label: string
  ratio: number
  /** The stated limit: one of the two. */
  atLeast?: number
  atMost?: number
  /** What the ratio was made of, for the reader. */
  detail: string
}

export type Bench = (context: { url: string; database: Database; log: Log }) => Promise<Result[]>

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
