/** A list with proven constant cost of a page, and the requests that prove it. */
import type { TestApp, TestWorkspace } from '../../harness/app.ts'

/** A test and `bench/growth.ts` both fill workspaces with this. */
export type Filling = Pick<TestApp, 'db' | 'clock' | 'services' | 'post'>
export type FilledWorkspace = Pick<TestWorkspace, 'id' | 'live' | 'liveKey'>

/** Ids of the filled records, from which filters take their values. */
export type Filled = Readonly<Record<string, string>>

export interface ProvenList {
  /** The operation's id. */
  id: string
  /**
   * Fills an empty workspace with so many rows. Each value of a filter is frequent enough to fill a page in the
   * smallest one, and both workspaces have equal numbers of listings and accounts.
   */
  fill(app: Filling, workspace: FilledWorkspace, size: number): Promise<Filled>
  /**
   * At least this many workspaces of a hundred rows stand beside them, since among many the planner expects one row of
   * each.
   */
  beside?: number
  /** Values of the path's `:name` parts. */
  params?: Readonly<Record<string, (filled: Filled) => string>>
  /** A value for each filter, or several if they lead to different indexes. */
  values: Readonly<Record<string, readonly ((filled: Filled) => string)[]>>
  /** Filters that are usually combined. */
  pairs: readonly (readonly [string, string])[]
  /** Filters whose cost grows, with the reason. They are not requested; docs/internals/benchmarks.md lists them. */
  growing?: readonly { filter: string; why: string }[]
}

export const today = '2026-06-15'

/** Makes rows `from` to `to` in portions, since one statement makes about ten thousand well. */
export async function inPortions(
  size: number,
  make: (portion: { from: number; to: number }) => Promise<unknown>,
  portion = 20_000,
): Promise<void> {
  for (let from = 0; from < size; from += portion)
    await make({ from, to: Math.min(size, from + portion) - 1 })
}

/** Does the same with portions at most as large as all rows before, since first ones lack statistics. */
export async function inGrowingPortions(
  size: number,
  make: (portion: { from: number; to: number }) => Promise<unknown>,
  most: number,
): Promise<void> {
  for (let from = 0; from < size;) {
    const to = Math.min(size, from + Math.min(most, Math.max(100, from))) - 1
    await make({ from, to })
    from = to + 1
  }
}
