import { appendEvents, type Write } from '../../platform/outbox.ts'
import { eventOf } from '../../records/events.ts'
import { wakeSelling } from '../../records/selling/public.ts'

/** Appends events for nights of a listing that were sold or freed. */
export async function appendNightEvents(
  write: Write,
  listingId: string,
  nights: readonly string[],
): Promise<void> {
  const [start] = nights
  const end = nights.at(-1)
  if (start === undefined || end === undefined) return
  const event = eventOf('calendar.updated', {
    orderKey: `listing:${listingId}`,
    listingId,
    data: {
      listingId,
      range: { start, end },
      affectedDates: nights.length,
      pricingChanged: false,
      availabilityChanged: true,
    },
  })
  await appendEvents(write, [event])
  await wakeSelling(write.tx, write.scope, [{ listingId, first: start, last: end }], write.now)
}
