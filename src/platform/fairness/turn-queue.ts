/** Work that only so many can do at a time, in turn over the workspaces: one that asks often waits for itself. */

export interface TurnQueue {
  run<Result>(workspaceId: string, work: () => Promise<Result>): Promise<Result>
}

/** Of one workspace one thing is done at a time. */
export function createTurnQueue({ atOnce }: { atOnce: number }): TurnQueue {
  /** Who waits, those first that were served longest ago. */
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
        // What it asked for meanwhile waits behind all who were not served yet.
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
