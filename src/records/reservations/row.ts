import type { ListingRef } from '../batch.ts'
import type { ReservationRecord } from '../../contract/records.ts'
import { cancelledAt, type KnownCancellation } from './cancelled-at.ts'
import { answerBy, completesAt, lapsesAt } from '../stay-times.ts'

/** Columns of a reservation, as SQL reads them from JSON. */
export interface StoredReservation {
  id: string
  external_id: string
  listing_id: string
  account_id: string | null
  guest_id: string | null
  unit_id: string | null
  check_in: string
  check_out: string
  check_in_time: string | null
  check_out_time: string | null
  status: string
  status_detail: string | null
  pending_reason: string | null
  respond_by: Date | null
  completes_at: Date
  lapses_at: Date | null
  source: string | null
  confirmation_code: string
  booked_at: string | null
  cancelled_at: Date | null
  cancelled_by: string | null
  occupancy: object | null
  total_price: string | null
  currency: string | null
  payment_status: string | null
  financials: object | null
  guest_details: object | null
  source_status: string
  /** Null for a row stored incompletely, which is stored again even if its source does not change. */
  source_hash: string | null
}

/** Column types, for statements that take many rows. */
export const reservationColumns = {
  external_id: 'text',
  listing_id: 'bigint',
  account_id: 'bigint',
  guest_id: 'bigint',
  unit_id: 'bigint',
  check_in: 'date',
  check_out: 'date',
  check_in_time: 'text',
  check_out_time: 'text',
  status: 'text',
  status_detail: 'text',
  pending_reason: 'text',
  respond_by: 'timestamptz',
  completes_at: 'timestamptz',
  lapses_at: 'timestamptz',
  source: 'text',
  confirmation_code: 'text',
  booked_at: 'timestamptz',
  cancelled_at: 'timestamptz',
  cancelled_by: 'text',
  occupancy: 'jsonb',
  total_price: 'numeric',
  currency: 'text',
  payment_status: 'text',
  financials: 'jsonb',
  guest_details: 'jsonb',
  source_status: 'text',
} satisfies Record<Exclude<keyof StoredReservation, 'id' | 'source_hash'>, string>

export interface ResolvedReferences {
  id: string
  listing: ListingRef
  accountId: string | null
  guestId: string | null
  unitId: string | null
  cancellation: Pick<KnownCancellation, 'stored' | 'seen'>
  hash: string | null
}

export function toStoredReservation(
  record: ReservationRecord,
  resolved: ResolvedReferences,
): StoredReservation {
  const { id, listing, accountId, guestId, unitId, cancellation, hash } = resolved
  const cancelled = record.status === 'cancelled'
  return {
    id,
    external_id: record.externalId,
    listing_id: listing.id,
    account_id: accountId,
    guest_id: guestId,
    unit_id: unitId,
    check_in: record.checkIn,
    check_out: record.checkOut,
    check_in_time: record.checkInTime ?? null,
    check_out_time: record.checkOutTime ?? null,
    status: record.status,
    status_detail: cancelled ? (record.statusDetail ?? null) : null,
    pending_reason: record.status === 'pending' ? (record.pendingReason ?? null) : null,
    respond_by: answerBy(record),
    completes_at: completesAt(record.checkOut, listing.time_zone),
    lapses_at: lapsesAt(record, listing.time_zone),
    source: record.source,
    confirmation_code: record.confirmationCode,
    booked_at: record.bookedAt ?? null,
    cancelled_at: cancelledAt(record, { ...cancellation, timeZone: listing.time_zone }),
    cancelled_by: cancelled ? (record.cancelledBy ?? null) : null,
    occupancy: record.occupancy ?? null,
    total_price: record.totalPrice,
    currency: record.currency,
    payment_status: record.paymentStatus ?? null,
    financials: record.financials ?? null,
    guest_details: record.guestDetails ?? null,
    source_status: record.sourceStatus,
    source_hash: hash,
  }
}
