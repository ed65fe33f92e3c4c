/**
 * Caches when time itself next changes a recently read workspace. An entry is valid for one head, from its
 * lookup time on: a clock set back meets other moments.
 */

/** Times are milliseconds since 1970, because parsing a date text takes 2 µs. */
export interface HeadRow {
  workspace_id: string
  /** Differs after every transaction that changed what the API shows. */
  head: string
  /** Increases with each such transaction. */
  written_at: number
}

export interface VersionRow extends HeadRow {
  /** When the next stay ends or the next request expires; null if never. */
  next_change_by_time: number | null
}

interface CachedMoment {
  head: string
  /** Milliseconds since 1970, like `moment`. */
  since: number
  moment: number | null
}

/** Workspaces to look up, with the head each cached moment belongs to; null if none is cached. */
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
    /** The moment of this head; null if there is none, undefined if it is not known. */
    of({ workspace_id, head }: HeadRow, now: Date): number | null | undefined {
      const one = standing(workspace_id, now.getTime())
      return one?.head === head ? one.moment : undefined
    },
    /** Stores a row that was read at `now`. */
    learn({ workspace_id, head, next_change_by_time }: VersionRow, now: Date): void {
      if (known.get(workspace_id)?.head === head && standing(workspace_id, now.getTime())) return
      if (known.size >= maxCachedMoments) known.clear()
      known.set(workspace_id, { head, since: now.getTime(), moment: next_change_by_time })
    },
  }
}

export type MomentCache = ReturnType<typeof createMomentCache>
