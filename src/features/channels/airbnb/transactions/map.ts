/** Maps stored transactions to what the routes show. Pure. */
import type { AirbnbTransaction } from '../../../../contract/channel-airbnb-transactions.ts'
import { guestBreakdown, hostBreakdown, type GuestBreakdown, type HostBreakdown } from './breakdown.ts'
import type { TransactionRow } from './queries.ts'

const number = (text: string | null) => (text === null ? null : Number(text))

interface BookingBreakdowns {
  host: HostBreakdown
  guest: GuestBreakdown
}

/** null: the row is a payout, or its booking is unknown. */
const breakdownsOf = ({ booking }: TransactionRow): BookingBreakdowns | null =>
  booking && {
    host: hostBreakdown(booking.financials ?? {}),
    guest: guestBreakdown(booking.financials ?? {}),
  }

const nullsIn = (parts: object, prefix = ''): string[] =>
  Object.entries(parts).flatMap(([name, value]) => (value === null ? [prefix + name] : []))

/** Fields that file and bookings do not tell. Nothing paid yet is no missing field. */
function unavailableIn(row: TransactionRow, breakdowns: BookingBreakdowns | null): string[] {
  if (row.is_payout) return []
  const { host_service_fee: hostServiceFee, cleaning_fee: cleaningFee, guest_name: guestName } = row
  const { paidOut: _, ...host } = breakdowns?.host ?? {}
  return [
    ...nullsIn({ hostServiceFee, cleaningFee, guestName }),
    ...nullsIn(host, 'host.'),
    ...nullsIn(breakdowns?.guest ?? {}, 'guest.'),
  ]
}

const amountsOf = <Part extends string>(parts: Record<Part, string | null>) =>
  Object.fromEntries(
    Object.entries<string | null>(parts).map(([name, amount]) => [name, number(amount)]),
  ) as Record<Part, number | null>

function toBreakdowns(
  row: TransactionRow,
  breakdowns: BookingBreakdowns | null,
): Pick<AirbnbTransaction, 'host' | 'guest'> {
  if (breakdowns === null) return { host: null, guest: null }
  const currency = row.booking?.currency ?? null
  return {
    host: { currency, ...amountsOf({ ...breakdowns.host }) },
    guest: { currency, ...amountsOf({ ...breakdowns.guest }) },
  }
}

export function toAirbnbTransaction(row: TransactionRow): AirbnbTransaction {
  const breakdowns = breakdownsOf(row)
  return {
    ...commonFields(row),
    ...toBreakdowns(row, breakdowns),
    unavailableFields: unavailableIn(row, breakdowns),
  }
}

const commonFields = (
  row: TransactionRow,
): Omit<AirbnbTransaction, 'host' | 'guest' | 'unavailableFields'> => ({
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
  syncedAt: row.synced_at.toISOString(),
})
