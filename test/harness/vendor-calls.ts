/** Records the calls that some work makes to a simulated vendor. */
import type { RunningSimulator } from '../../simulators/index.ts'

export interface VendorCall {
  method: string
  path: string
  /** Null if there was no answer. */
  status: number | null
}

/** Returns the calls in order. Calls of other work count too, so stop workers first. */
export async function vendorCallsOf<T>(
  { calls: record }: Pick<RunningSimulator, 'calls'>,
  work: () => Promise<T>,
): Promise<{ value: T; calls: VendorCall[] }> {
  const before = record.list().length
  const value = await work()
  const calls = record.list().slice(before)
  return { value, calls: calls.map(({ method, path, status }) => ({ method, path, status })) }
}

/** Returns a line for each path, the most frequent first. */
export function byPath(calls: readonly VendorCall[]): string[] {
  const counts = Map.groupBy(calls, ({ method, path }) => `${method} ${path}`)
  return [...counts]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([path, same]) => `${same.length} x ${path}`)
}
