/** Stored bookings in the words of Airbnb. Pure. */
import type { AirbnbReservation } from '../../../contract/channel-airbnb.ts'
import { guestNameOf } from './guest-name.ts'
import type { BookingRow } from './reservation-queries.ts'

const states: Record<string, AirbnbReservation['status']> = {
  accepted: 'accepted',
  completed: 'accepted',
  pending: 'pending',
  denied: 'denied',
}

function partyOf({ occupancy }: BookingRow): number | null {
  const { total, adults, children = 0 } = occupancy ?? {}
  return total ?? (adults === undefined ? null : adults + children)
}

export const toAirbnbReservation = (row: BookingRow): AirbnbReservation => ({
  id: row.id,
  confirmationCode: row.confirmation_code,
  listingId: row.listing_id,
  accountId: row.host.id,
  accountName: row.host.name,
  status: states[row.channel_status] ?? 'cancelled',
  checkIn: row.check_in,
  checkOut: row.check_out,
  guestName: guestNameOf(row.guest),
  guestCount: partyOf(row),
  totalPrice: row.total_price === null ? null : Number(row.total_price),
  currency: row.currency,
})
