/** A list of which it is proven that a page costs the same however much is stored, and what it is asked with. */
import type { TestApp, TestWorkspace } from '../../harness/app.ts'

/** What filling takes: a test and `bench/growth.ts` have it. */
export type Filling = Pick<TestApp, 'db' | 'clock' | 'services' | 'post'>
export type FilledWorkspace = Pick<TestWorkspace, 'id' | 'live' | 'liveKey'>

/** What the values of filters are taken from: ids of what a workspace was filled with. */
export type Filled = Readonly<Record<string, string>>

export interface ProvenList {
  /** The operation. */
  id: string
  /**
   * Fills an empty workspace with so many rows, each value of a filter often enough in the smallest one that no page is short for want of
   * rows. Both workspaces have the same number of listings, accounts and so on for a row, as far as a page can tell.
   */
  fill(app: Filling, workspace: FilledWorkspace, size: number): Promise<Filled>
  /** How many workspaces of a hundred rows stand beside them at least: among many the planner expects one row of each where a page has fifty. */
  beside?: number
  /** For each `:name` of the address. */
  params?: Readonly<Record<string, (filled: Filled) => string>>
  /** One value for each filter; several where they lead to different indexes. */
  values: Readonly<Record<string, readonly ((filled: Filled) => string)[]>>
  /** Filters that are usually asked for together. */
  pairs: readonly (readonly [string, string])[]
  /** Filters whose cost grows, and why: they are not asked, and stand in docs/internals/benchmarks.md. */
  growing?: readonly { filter: string; why: string }[]
}

export const today = '2026-06-15'

/** Rows `from` to `to`, both in, until there are so many: one statement makes some ten thousand well. */
export async function inPortions(
  size: number,
  make: (portion: { from: number; to: number }) => Promise<unknown>,
  portion = 20_000,
): Promise<void> {
  for (let from = 0; from < size; from += portion)
    await make({ from, to: Math.min(size, from + portion) - 1 })
}

/** The same, each as large as all before it at most: those that come before the planner knows anything of the workspace make little. */
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
