/** `listen` reads the event log, and test events from its own webhook's deliveries, until it is stopped. */
import { setTimeout as pause } from 'node:timers/promises'
import { call, RequestRefusedError, type ApiAccess } from '../api.ts'

const pollMs = 1_000
const troubleMs = 3_000

export interface LogFeedEvent {
  event: string
  eventId: string
  /** Null for a test event, which is no part of the log. */
  sequence: number | null
  data: { object?: Record<string, unknown> }
}
interface LogFeedPage {
  data: LogFeedEvent[]
  nextAfter: number
  hasMore: boolean
  log: { latest: number }
}

export interface EventLogFeed {
  api: ApiAccess
  /** Event kinds and families, separated by commas. */
  events: string | undefined
  /** Events after this sequence are read. */
  after: number
  webhookId: string | null
  signal: AbortSignal
  take(event: LogFeedEvent): Promise<void>
  trouble(text: string): void
}

function readLog(
  api: ApiAccess,
  {
    events,
    after,
    limit,
    signal,
  }: { events: string | undefined; after: number; limit: number; signal: AbortSignal },
): Promise<LogFeedPage> {
  const query = new URLSearchParams({ after: String(after), limit: String(limit) })
  if (events !== undefined) query.set('type', events)
  return call<LogFeedPage>(api, 'GET', `/v1/events?${query}`, { signal })
}

/** Every page of the log names its end. */
export async function endOfLog(
  api: ApiAccess,
  events: string | undefined,
  signal: AbortSignal,
): Promise<number> {
  const { log } = await readLog(api, { events, after: 0, limit: 1, signal })
  return log.latest
}

/** Waits while the server is away. */
export async function follow(feed: EventLogFeed): Promise<void> {
  const { api, signal, events } = feed
  const tests = await testEvents(feed)
  let { after } = feed
  let away = false
  while (!signal.aborted) {
    try {
      const page = await readLog(api, { events, after, limit: 100, signal })
      away = false
      for (const event of page.data) {
        if (signal.aborted) return
        await feed.take(event)
        after = event.sequence ?? after
      }
      after = page.nextAfter
      for (const event of await tests()) await feed.take(event)
      if (!page.hasMore) await pause(pollMs, undefined, { signal })
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof RequestRefusedError) throw error
      if (!away) feed.trouble(`the server at ${api.baseUrl} does not answer; waiting for it`)
      away = true
      await pause(troubleMs, undefined, { signal }).catch(() => {})
    }
  }
}

/** Returns test events since the last call, the oldest first. */
async function testEvents({ api, webhookId, signal }: EventLogFeed): Promise<() => Promise<LogFeedEvent[]>> {
  if (webhookId === null) return async () => []
  const place = `/v1/webhooks/${webhookId}/deliveries`
  const newest = () => call<{ data: { id: string }[] }>(api, 'GET', `${place}?limit=25`, { signal })
  let known = new Set((await newest()).data.map(({ id }) => id))
  return async () => {
    const { data } = await newest()
    const fresh = data.filter(({ id }) => !known.has(id)).toReversed()
    const events = await Promise.all(
      fresh.map(({ id }) => call<{ payload: LogFeedEvent }>(api, 'GET', `${place}/${id}`, { signal })),
    )
    known = new Set(data.map(({ id }) => id))
    return events.map(({ payload }) => payload)
  }
}
