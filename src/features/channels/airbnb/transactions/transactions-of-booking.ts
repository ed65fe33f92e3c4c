/** Transactions that one booking implies: what was paid out, and what is to come. Pure. */
import { addDecimals, isZero, negated } from '../../../../connector-kit/money.ts'
import { hostBreakdown, type HostBreakdown } from './breakdown.ts'
import type { ExpectedBookingRow } from './store-queries.ts'
import type { AirbnbTransactionRecord } from './transaction-record.ts'

/** Prefix of payout ids derived from a booking. Airbnb's id, and what else was paid with it, only a file tells. */
export const bookingPayoutPrefix = 'N-'

type BookingTransactionBase = Omit<
  AirbnbTransactionRecord,
  | 'transactionId'
  | 'status'
  | 'type'
  | 'isPayout'
  | 'amount'
  | 'grossAmount'
  | 'hostServiceFee'
  | 'cleaningFee'
  | 'paidOutAmount'
>

const isMore = (amount: string) => !isZero(amount) && !amount.startsWith('-')

export function transactionsOfBooking(row: ExpectedBookingRow, account: string): AirbnbTransactionRecord[] {
  const { confirmation_code: code, currency } = row
  const breakdown = hostBreakdown(row.financials ?? {})
  const paid = breakdown.paidOut
  const revenue = row.is_expected ? breakdown.payout : null
  // Airbnb pays a day after arrival.
  const date = String(Temporal.PlainDate.from(row.check_in).add({ days: 1 }))
  const about: BookingTransactionBase = {
    ...{ date, currency, confirmationCode: code },
    ...{ payoutId: null, payoutIdSynthetic: false, payoutDate: null, lineIndex: null },
    ...{ listingName: row.listing_name, guestName: row.guest_name || null, nights: row.nights },
    ...{ reservationStartDate: row.check_in, description: null, reference: null },
  }
  const rest = revenue === null ? null : addDecimals([revenue, negated(paid ?? '0')])
  return [
    ...(paid === null
      ? []
      : toPayout(about, { code, paid, told: rest !== null && isMore(rest) ? null : breakdown })),
    ...(rest === null || !isMore(rest)
      ? []
      : [
          {
            ...about,
            transactionId: `upcoming:${account}:Reservation:${code}:${date}:0`,
            ...({ status: 'UPCOMING', type: 'Reservation', isPayout: false, paidOutAmount: null } as const),
            // Airbnb's fee was told for the whole booking.
            ...toEarnings(rest, paid === null ? breakdown : null),
          },
        ]),
  ]
}

/** `told`: the booking's parts, where it was paid as a whole. */
function toPayout(
  about: BookingTransactionBase,
  { code, paid, told: breakdown }: { code: string; paid: string; told: HostBreakdown | null },
): AirbnbTransactionRecord[] {
  const payoutId = `${bookingPayoutPrefix}${code}`
  const ofPayout = { payoutId, payoutIdSynthetic: true, payoutDate: about.date }
  return [
    {
      ...about,
      ...ofPayout,
      ...({ transactionId: payoutId, status: 'COMPLETED', type: 'Payout', isPayout: true } as const),
      ...{ amount: null, grossAmount: null, hostServiceFee: null, cleaningFee: null, paidOutAmount: paid },
      ...{
        confirmationCode: null,
        guestName: null,
        nights: null,
        reservationStartDate: null,
        listingName: null,
      },
    },
    {
      ...about,
      ...ofPayout,
      ...({ status: 'COMPLETED', type: 'Reservation', isPayout: false, paidOutAmount: null } as const),
      ...{ transactionId: `${payoutId}:Reservation:${code}:0`, lineIndex: 0 },
      ...toEarnings(paid, breakdown),
    },
  ]
}

function toEarnings(amount: string, breakdown: HostBreakdown | null) {
  const fee = breakdown?.serviceFee ?? null
  return {
    amount,
    hostServiceFee: fee,
    cleaningFee: breakdown?.cleaningFee ?? null,
    grossAmount: addDecimals([amount, fee === null ? '0' : negated(fee)]),
  }
}
