/**
 * The moments at which time itself changes something next, of workspaces that were asked for lately. Such a moment stands as long as the
 * head of the workspace is the same, from when it was looked up on: a clock that is set back comes before others.
 */
import type { VersionRow } from './queries.ts'

interface CachedMoment {
  head: string
  /** Milliseconds since 1970, like the moment. */
  since: number
  moment: number | null
}

/** What a look asks for: the heads of which the moment is known, null where it is not. */
export interface VersionLookup {
  workspaceIds: readonly string[]
  heads: readonly (string | null)[]
  moments: readonly (number | null)[]
  now: Date
}

/** Some 2 MB. */
const maxCachedMoments = 10_000

export function createMomentCache() {
  const known = new Map<string, CachedMoment>()

  const standing = (workspaceId: string, now: number): CachedMoment | undefined => {
    const one = known.get(workspaceId)
    return one && one.since <= now && (one.moment === null || one.moment > now) ? one : undefined
  }

  return {
    asked(workspaceIds: readonly string[], now: Date): VersionLookup {
      const found = workspaceIds.map((id) => standing(id, now.getTime()))
      return {
        workspaceIds,
        heads: found.map((one) => one?.head ?? null),
        moments: found.map((one) => one?.moment ?? null),
        now,
      }
    },
    /** What was found when it was `now`. */
    learn({ workspace_id, head, next_change_by_time }: VersionRow, now: Date): void {
      if (known.get(workspace_id)?.head === head && standing(workspace_id, now.getTime())) return
      if (known.size >= maxCachedMoments) known.clear()
      known.set(workspace_id, { head, since: now.getTime(), moment: next_change_by_time })
    },
  }
}

export type MomentCache = ReturnType<typeof createMomentCache>
