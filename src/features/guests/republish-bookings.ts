/** Storing a guest that was written through the API, and what bookings show of them from then on. */
import type { Write } from '../../platform/outbox.ts'
import { publishReservations, shownNow } from '../../records/reservations/publish.ts'
import { reservationIdsOfGuests } from '../../records/reservations/store-queries.ts'

/** Bookings of these guests are rendered anew after the work, and told where they show something else. */
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
