/** The event log as an iterator that goes on where it stopped. */
import type { Keeper } from './lists.ts'
import { request, type Call, type Connection } from './request.ts'
import { sleep } from './retries.ts'
import type { WebhookEvent } from './types.ts'

interface EventPage {
  data: WebhookEvent[]
  nextAfter: number
  hasMore: boolean
}

export interface EventLogCall {
  /** Kinds and families: `['reservation.*', 'listing.updated']`; all if left out. */
  types?: string[] | undefined
  /** Keeps the sequence of the last event that was handled. */
  keeper?: Keeper<number> | undefined
  /** Where to begin if the keeper has nothing: a sequence, 0 for the beginning of the log. */
  after?: number | undefined
  /** Waits for new events; otherwise the iterator ends with the log. */
  follow?: boolean | undefined
  /** Seconds between two looks at a log without news. */
  pauseSeconds?: number | undefined
  account?: string | undefined
  workspace?: string | undefined
  signal?: AbortSignal | undefined
}

/** Every event at least once, in order. The place is saved after each page, and when the loop is left. */
export async function* eventsOf(
  connection: Connection,
  { types, keeper, after = 0, follow = false, pauseSeconds = 2, ...call }: EventLogCall,
): AsyncGenerator<WebhookEvent> {
  let place = (await keeper?.load()) ?? after
  const settings: Call = call
  for (;;) {
    const query = { after: place, ...(types === undefined ? {} : { type: types.join(',') }) }
    const page = (await request(connection, 'GET', '/v1/events', { ...settings, query })) as EventPage
    let handled = place
    try {
      for (const event of page.data) {
        yield event
        handled = event.sequence ?? handled
      }
      handled = page.nextAfter
    } finally {
      if (handled !== place) await keeper?.save(handled)
      place = handled
    }
    if (page.hasMore) continue
    if (!follow) return
    await sleep(pauseSeconds * 1000, call.signal)
  }
}
