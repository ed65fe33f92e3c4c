/** Sends existing records to a new webhook, as events for it alone. */
import { appendEvents, patternsFor, type NewEvent, type Write } from '../../platform/outbox.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { eventOf } from '../../records/events.ts'
import { currentListingIds } from '../../records/listings/event-queries.ts'
import { listingSnapshot } from '../../records/listings/events.ts'
import { currentReservations } from '../../records/reservations/snapshot-queries.ts'
import { shownReservations, toEventObject } from '../../records/reservations/shown.ts'

/** Records per batch of events. */
const pageSize = 500

function* pages<T>(items: readonly T[]): Generator<T[]> {
  for (let start = 0; start < items.length; start += pageSize) yield items.slice(start, start + pageSize)
}

async function* listingPages(tx: Queryable, scope: Scope): AsyncGenerator<NewEvent[]> {
  for (const ids of pages(await currentListingIds(tx, scope))) yield listingSnapshot(tx, scope, ids)
}

async function* reservationPages(tx: Queryable, scope: Scope, now: Date): AsyncGenerator<NewEvent[]> {
  for (const rows of pages(await currentReservations(tx, scope, now))) {
    const ids = rows.map(({ id }) => id)
    const shown = await shownReservations(tx, scope, ids, now)
    yield rows.flatMap(({ id, listing_id: listingId, revision }) => {
      const reservation = shown.get(id)
      if (!reservation) return []
      const { account } = reservation
      return eventOf('reservation.created', {
        object: { type: 'reservation', id, revision },
        listingId,
        account: account && {
          provider: account.provider,
          externalAccountId: account.externalAccountId,
          ...(account.connectionId ? { id: account.connectionId } : {}),
        },
        data: { object: toEventObject(scope, reservation), revision },
      })
    })
  }
}

const wants = (patterns: readonly string[], type: string) =>
  patternsFor(type).some((pattern) => patterns.includes(pattern))

/**
 * Queues the records of the requested types and returns their number. The transaction holds the workspace's
 * head row, so earlier commits are included and later ones find the webhook.
 */
export async function queueSnapshot(
  write: Write,
  webhook: { id: string; events: readonly string[] },
): Promise<number> {
  const { tx, scope, now } = write
  const sources = [
    ...(wants(webhook.events, 'listing.created') ? [listingPages(tx, scope)] : []),
    ...(wants(webhook.events, 'reservation.created') ? [reservationPages(tx, scope, now)] : []),
  ]
  const onlyFor = { webhookId: webhook.id, purpose: 'snapshot' as const }
  let queued = 0
  for (const source of sources) {
    for await (const events of source) {
      await appendEvents(
        write,
        events.map((event) => ({ ...event, onlyFor })),
      )
      queued += events.length
    }
  }
  return queued
}
