/** Maps stored booking changes to Airbnb's terms. Pure. */
import type { AirbnbAlteration } from '../../../../contract/channel-airbnb-alterations.ts'
import type { StoredAlteration } from './queries.ts'

const states: Record<string, AirbnbAlteration['status']> = {
  pending: 'pending',
  accepted: 'accepted',
  declined: 'declined',
}

export type AlterationForView = Omit<
  StoredAlteration,
  'id' | 'connection_id' | 'created_at' | 'updated_at' | 'external_id'
> & {
  id: string | null
  external_id: string | null
  created_at: Date | null
  updated_at: Date | null
}

export const toAirbnbAlteration = (row: AlterationForView): AirbnbAlteration => ({
  id: row.id,
  alterationId: row.external_id,
  reservationId: row.reservation_id,
  confirmationCode: row.confirmation_code,
  accountId: row.host.id,
  accountName: row.host.name,
  platform: 'airbnb',
  status: states[row.status] ?? 'canceled',
  initiator: row.initiator === 'guest' || row.initiator === 'host' ? row.initiator : null,
  reason: null,
  notes: null,
  originalCheckIn: row.original.checkIn ?? null,
  originalCheckOut: row.original.checkOut ?? null,
  originalGuestCount: row.original.guestCount ?? null,
  originalTotalPrice: row.original.totalPrice ?? null,
  newCheckIn: row.check_in,
  newCheckOut: row.check_out,
  newGuestCount: row.guest_count,
  newTotalPrice: row.total_price,
  newListingId: row.new_listing_id,
  newAirbnbListingId: row.listing_external_id,
  createdAt: row.requested_at === null ? null : new Date(row.requested_at).toISOString(),
  updatedAt: row.updated_at?.toISOString() ?? null,
})
