/** Runs a limited number of tasks at once and serves workspaces in turn, so that a busy one waits only for itself. */

export interface TurnQueue {
  run<Result>(workspaceId: string, work: () => Promise<Result>): Promise<Result>
}

/** Each workspace has at most one task running. */
export function createTurnQueue({ atOnce }: { atOnce: number }): TurnQueue {
  /** Waiting workspaces are ordered by when they were last served, the longest ago first. */
  const waiting = new Map<string, (() => Promise<void>)[]>()
  const busy = new Set<string>()

  const beginNext = () => {
    for (const [workspaceId, jobs] of waiting) {
      if (busy.size >= atOnce) return
      if (busy.has(workspaceId)) continue
      const job = jobs.shift()
      if (jobs.length === 0) waiting.delete(workspaceId)
      if (!job) continue
      busy.add(workspaceId)
      void job().finally(() => {
        busy.delete(workspaceId)
        // Its next task waits behind all workspaces that were not served yet.
        const left = waiting.get(workspaceId)
        if (left && waiting.delete(workspaceId)) waiting.set(workspaceId, left)
        beginNext()
      })
    }
  }
  return {
    run: (workspaceId, work) =>
      new Promise((resolve, reject) => {
        const job = () => work().then(resolve, reject)
        waiting.getOrInsertComputed(workspaceId, () => []).push(job)
        beginNext()
      }),
  }
}
