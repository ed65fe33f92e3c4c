/** What is read when the work is over, so that a history shows what became of everything. */
import { until } from '../harness/until.ts'
import type { HistoryClient } from './client.ts'
import type { History } from './history.ts'

interface EventLogAnswer {
  data: { eventId: string; sequence: number }[]
  nextAfter: number
  hasMore: boolean
}

/** Reads the log from a place to its end; returns the ids of its events. */
export async function readEventLog({ read }: Pick<HistoryClient, 'read'>, from = 0): Promise<string[]> {
  const ids: string[] = []
  for (let after = from, hasMore = true; hasMore;) {
    const page = await read<EventLogAnswer>(`/v1/events?limit=100&after=${after}`)
    ids.push(...page.data.map(({ eventId }) => eventId))
    ;({ nextAfter: after, hasMore } = page)
  }
  return ids
}

/**
 * Waits until each endpoint accepted every event of the log from a place on. What does not arrive in time is left for the
 * check of the history to name.
 */
export async function settleDeliveries(
  history: History,
  client: Pick<HistoryClient, 'read'>,
  { endpoints, after, withinMs }: { endpoints: readonly string[]; after: number; withinMs: number },
): Promise<void> {
  const isThere = async () => {
    const logged = await readEventLog(client, after)
    return endpoints.every((endpoint) => {
      const accepted = new Set(
        history.operations.flatMap(({ delivery, event, result }) =>
          delivery?.endpoint === endpoint && result === 'ok' ? [event?.eventId] : [],
        ),
      )
      return logged.every((id) => accepted.has(id))
    })
  }
  await until('every event to arrive', isThere, { withinMs, everyMs: 250 }).catch(() => {})
}

/** Reads the order of changes of each record. Lists of a hundred are read as a whole. */
export async function readOrders(
  { read }: Pick<HistoryClient, 'read'>,
  { guests, stays }: { guests: readonly string[]; stays: readonly string[] },
): Promise<void> {
  for (const id of guests) await readWholeHistory(read, `/v1/guests/${id}/history`)
  for (const id of stays) await readWholeHistory(read, `/v1/reservations/${id}/history`)
}

async function readWholeHistory(read: HistoryClient['read'], path: string): Promise<void> {
  const { pagination } = await read<{ pagination: { nextCursor: string | null } }>(`${path}?limit=100`)
  if (pagination.nextCursor !== null) throw new Error(`${path} has more than a hundred changes`)
}
