import { silentAfterSeconds, type ServerProcess } from '../processes/process-queries.ts'

export const isSilent = ({ silent_seconds }: ServerProcess): boolean => silent_seconds > silentAfterSeconds

/** Seconds for which processes of several versions have run side by side. */
export function mixedVersionSeconds(processes: readonly ServerProcess[]): number {
  const longest = new Map<string, number>()
  for (const one of processes.filter((process) => !isSilent(process)))
    longest.set(one.version, Math.max(longest.get(one.version) ?? 0, one.running_seconds))
  return longest.size < 2 ? 0 : Math.min(...longest.values())
}
