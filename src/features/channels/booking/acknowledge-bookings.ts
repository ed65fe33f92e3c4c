/**
 * Acknowledges bookings in Booking.com's queues. The server does so itself for everything it stores; a caller can make
 * sure and loses nothing: a booking not stored as told stays queued.
 */
import { bookingQueues } from '../../../connector-kit/booking-queue-operations.ts'
import type { BookingAcknowledged } from '../../../contract/channel-booking-reservations.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Scope } from '../../../platform/tenant.ts'
import { assertListingActive } from '../../../records/listings/active.ts'
import type { Services } from '../../../services.ts'
import type { ConnectionRow } from '../../accounts/public.ts'
import { listHotels } from './hotels.ts'
import { openProperty } from './open-property.ts'
import { storedStays, type StoredBookingStay } from './reservation-queries.ts'
import { isStoredAsRead, queueStayReadback } from './queue-readback.ts'

type AcknowledgementStatus = BookingAcknowledged['results'][number]['status']

export async function acknowledgeBookings(
  services: Services,
  scope: Scope,
  ids: readonly string[],
  { dryRun }: { dryRun: boolean },
): Promise<BookingAcknowledged> {
  const stored = await storedStays(services.db, scope, ids)
  for (const [index, id] of ids.entries()) {
    if (stored.some(({ code }) => code === id)) continue
    throw new ApiError(
      'not_found',
      'No booking of this number is stored here. One that is not stored yet stays in its queue.',
      { field: `reservation_ids[${index}]`, value_received: id },
    )
  }
  for (const listingId of new Set(stored.map((stay) => stay.listingId)))
    await assertListingActive(services.db, scope, listingId)
  const statuses = new Map<string, { hotelId: string; status: AcknowledgementStatus }>()
  const hotels = (await listHotels(services, scope)).toReversed()
  for (const hotel of hotels) {
    const own = stored.filter(({ connectionId }) => connectionId === hotel.id)
    const codes = ids.filter((id) => own.some(({ code }) => code === id))
    if (codes.length === 0) continue
    const found = await acknowledgeAtHotel(services, scope, { hotel, own, asked: codes, dryRun })
    for (const id of codes) {
      statuses.set(id, { hotelId: hotel.external_account_id, status: found.get(id) ?? 'not_waiting' })
    }
  }
  return {
    results: ids.map((id) => {
      const { hotelId = '', status = 'not_waiting' } = statuses.get(id) ?? {}
      return { id, hotel_id: hotelId, status }
    }),
    ...(dryRun ? { dryRun: true as const } : {}),
  }
}

interface HotelAcknowledgement {
  hotel: ConnectionRow
  own: readonly StoredBookingStay[]
  asked: readonly string[]
  dryRun: boolean
}

async function acknowledgeAtHotel(
  services: Services,
  scope: Scope,
  { hotel, own, asked, dryRun }: HotelAcknowledgement,
): Promise<Map<string, AcknowledgementStatus>> {
  const { access, operation, ask } = await openProperty(services, scope, hotel, 'bookingQueue')
  const statuses = new Map<string, AcknowledgementStatus>()
  for (const queue of bookingQueues) {
    const waiting = (await ask((context) => operation.waiting(context, queue))).filter(({ id }) =>
      asked.includes(id),
    )
    const ready: string[] = []
    for (const booking of waiting) {
      const stays = own.filter(({ code }) => code === booking.id)
      const isStored = await isStoredAsRead(services, scope, hotel.id, booking, stays)
      if (isStored) ready.push(booking.id)
      statuses.set(booking.id, isStored ? 'acknowledged' : 'not_stored_yet')
    }
    if (ready.length === 0 || dryRun) continue
    // A change may be delivered meanwhile and then count as received, so acknowledged stays are read again.
    const stays = own.filter(({ code }) => ready.includes(code)).map(({ externalId }) => externalId)
    await queueStayReadback(access, stays)
    await ask((context) => operation.acknowledge(context, queue, ready))
    await queueStayReadback(access, stays)
  }
  return statuses
}
