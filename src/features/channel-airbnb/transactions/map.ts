/** Stored transactions as the routes show them. Pure. */
import type { AirbnbTransaction } from '../../../contract/channel-airbnb-transactions.ts'
import type { TransactionRow } from './queries.ts'

const number = (text: string | null) => (text === null ? null : Number(text))

/** What the file and the bookings do not tell. */
function unavailableIn(row: TransactionRow): string[] {
  const told: Record<string, unknown> = row.is_payout
    ? {}
    : { hostServiceFee: row.host_service_fee, cleaningFee: row.cleaning_fee, guestName: row.guest_name }
  return Object.keys(told).filter((name) => told[name] === null)
}

export const toAirbnbTransaction = (row: TransactionRow): AirbnbTransaction => ({
  id: row.id,
  transactionId: row.id,
  accountId: row.host.id,
  accountName: row.host.name,
  status: row.status,
  type: row.type,
  isPayout: row.is_payout,
  date: row.date,
  currency: row.currency,
  amount: number(row.amount),
  grossAmount: number(row.gross_amount),
  fees: { hostServiceFee: number(row.host_service_fee), cleaningFee: number(row.cleaning_fee) },
  payout: {
    payoutId: row.payout_id,
    payoutIdSynthetic: row.payout_id_synthetic,
    payoutDate: row.payout_date,
    lineIndex: row.line_index,
    ...(row.paid_out_amount === null ? {} : { paidOutAmount: Number(row.paid_out_amount) }),
  },
  confirmationCode: row.confirmation_code,
  reservationId: row.booking?.id ?? null,
  listingId: row.booking?.listing ?? null,
  listingName: row.listing_name,
  onInactiveListing: row.booking?.isActive === false,
  guestName: row.guest_name,
  nights: row.nights,
  reservationStartDate: row.reservation_start_date,
  description: row.description,
  reference: row.reference,
  unavailableFields: unavailableIn(row),
  syncedAt: row.synced_at.toISOString(),
})
