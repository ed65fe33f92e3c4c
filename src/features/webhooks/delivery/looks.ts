/**
 * Where a worker looks for what is due. The index of pending deliveries keeps an entry for each one that went out until the
 * table is vacuumed, and whoever looks through all of them pays for it. So most looks go only to endpoints that something
 * was queued for just now or that had something a moment ago, and begin where the last one ended; now and then one goes
 * everywhere and finds what those cannot.
 */

export interface HotEndpoint {
  workspaceId: string
  webhookId: string
  /** Nothing that was due before is looked for. */
  since: Date
}

export interface Look {
  everywhere: boolean
  hot: readonly HotEndpoint[]
  /** Workspaces in which something was queued, and since when that may be due. */
  told: readonly string[]
  toldSince: Date
}

export const everywhereEveryMs = 10_000
/** How long an endpoint stays hot: longer than an attempt may take. */
const hotMs = 60_000
/** Transactions that were slow to commit, and clocks of other machines. */
const slackMs = 10_000
/** The same where nothing went out lately, so that looking further back costs nothing. */
const toldSlackMs = 5 * 60_000

export interface Looks {
  /** Something was queued in a workspace. */
  tell(workspaceId: string): void
  /** Something was queued, and nobody knows where. */
  everywhere(): void
  next(now: Date, isBusy: (webhookId: string) => boolean): Look
  /** What a look found. */
  found(deliveries: readonly { workspaceId: string; webhookId: string; dueAt: Date }[]): void
}

/** `clock` in milliseconds; it only has to run. */
export function createLooks(clock: () => number = () => performance.now()): Looks {
  const hot = new Map<string, HotEndpoint & { foundAt: number }>()
  let told = new Set<string>()
  let lastEverywhere = Number.NEGATIVE_INFINITY

  return {
    tell: (workspaceId) => void told.add(workspaceId),
    everywhere: () => void (lastEverywhere = Number.NEGATIVE_INFINITY),
    next(now, isBusy) {
      const at = clock()
      for (const [id, { foundAt }] of hot) {
        if (at - foundAt > hotMs && !isBusy(id)) hot.delete(id)
      }
      const everywhere = at - lastEverywhere >= everywhereEveryMs
      if (everywhere) lastEverywhere = at
      const look = {
        everywhere,
        hot: [...hot.values()],
        told: [...told],
        toldSince: new Date(now.getTime() - toldSlackMs),
      }
      told = new Set()
      return look
    },
    found(deliveries) {
      const foundAt = clock()
      for (const { webhookId, workspaceId, dueAt } of deliveries.toSorted((a, b) => +b.dueAt - +a.dueAt)) {
        // The oldest of an endpoint comes last and stays.
        const since = new Date(dueAt.getTime() - slackMs)
        hot.set(webhookId, { webhookId, workspaceId, since, foundAt })
      }
    },
  }
}
