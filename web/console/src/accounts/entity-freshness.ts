/** How fresh each kind of record is, from the newest runs of an account. Pure. */
import type { SyncRun } from './account-data.ts'

export interface EntityFreshness {
  entity: string
  /** When the last run that read this kind to its end ended; null while none of those known did. */
  readAt: string | null
  seen: number
  changed: number
  failed: number
  isRunning: boolean
}

/** `runs` begin with the newest. A count reads no records, so it makes nothing fresh. */
export function freshnessOf(runs: readonly SyncRun[]): EntityFreshness[] {
  const found = new Map<string, EntityFreshness>()
  for (const { kind, finished_at, entities } of runs) {
    if (kind === 'count') continue
    for (const { entity, seen, changed, failed, done } of entities) {
      const known = found.get(entity)
      const readAt = done ? finished_at : null
      if (known === undefined)
        found.set(entity, {
          ...{ entity, readAt, seen, changed, failed },
          isRunning: finished_at === null && !done,
        })
      else if (known.readAt === null && readAt !== null) found.set(entity, { ...known, readAt })
    }
  }
  return [...found.values()]
}
