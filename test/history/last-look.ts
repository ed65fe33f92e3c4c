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
export async function readEventLog(client: Pick<HistoryClient, 'read'>, from = 0): Promise<string[]> {
  return (await readLogFrom(client, from)).ids
}

async function readLogFrom({ read }: Pick<HistoryClient, 'read'>, from: number) {
  const ids: string[] = []
  let after = from
  for (let hasMore = true; hasMore;) {
    const page = await read<EventLogAnswer>(`/v1/events?limit=100&after=${after}`)
    ids.push(...page.data.map(({ eventId }) => eventId))
    ;({ nextAfter: after, hasMore } = page)
  }
  return { ids, end: after }
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
  const open = new Set<string>()
  let [readTo, looked] = [after, 0]
  const acceptedAt = new Map(endpoints.map((endpoint) => [endpoint, new Set<string>()]))
  const isThere = async () => {
    const { ids, end } = await readLogFrom(client, readTo)
    readTo = end
    for (const id of ids) open.add(id)
    for (const { delivery, event, result } of history.operations.slice(looked))
      if (delivery && event && result === 'ok') acceptedAt.get(delivery.endpoint)?.add(event.eventId)
    looked = history.operations.length
    for (const id of open) if ([...acceptedAt.values()].every((accepted) => accepted.has(id))) open.delete(id)
    return open.size === 0
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
