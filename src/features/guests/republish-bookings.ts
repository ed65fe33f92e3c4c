import type { Write } from '../../platform/outbox.ts'
import { publishReservations, shownNow } from '../../records/reservations/publish.ts'
import { reservationIdsOfGuests } from '../../records/reservations/store-queries.ts'

/** Runs `work`, renders the guests' bookings again and appends events for those that changed. */
export async function republishBookings<R>(
  write: Write,
  guestIds: readonly string[],
  work: () => Promise<R>,
): Promise<R> {
  const { tx, scope, now } = write
  const touched = await reservationIdsOfGuests(tx, scope, guestIds)
  const before = await shownNow({ tx, scope, now }, touched)
  const result = await work()
  const source = { now, origin: 'api', runId: null }
  await publishReservations(write, source, { before, created: [], importing: null })
  return result
}
