/** What a simulated vendor is asked while something is done: how much it costs, and what for. */
import type { RunningSimulator } from '../../simulators/index.ts'

export interface VendorCall {
  method: string
  path: string
  /** null: none was given. */
  status: number | null
}

/** The calls in their order. Whatever else calls the vendor meanwhile is counted too: stop the workers first. */
export async function vendorCallsOf<T>(
  { calls: record }: Pick<RunningSimulator, 'calls'>,
  work: () => Promise<T>,
): Promise<{ value: T; calls: VendorCall[] }> {
  const before = record.list().length
  const value = await work()
  const calls = record.list().slice(before)
  return { value, calls: calls.map(({ method, path, status }) => ({ method, path, status })) }
}

/** One line for each path, the most frequent first. */
export function byPath(calls: readonly VendorCall[]): string[] {
  const counts = Map.groupBy(calls, ({ method, path }) => `${method} ${path}`)
  return [...counts]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([path, same]) => `${same.length} x ${path}`)
}
