/** What one booking tells of payments: what was paid out of it, and what is to come. Pure. */
import { addDecimals, isZero, negated } from '../../../connector-kit/money.ts'
import type { ExpectedRow } from './store-queries.ts'
import { absolute, type Transaction } from './transaction.ts'

/** Begins the ids of payouts that are known from a booking: how Airbnb calls them, and what else they paid, only a file tells. */
export const ofBookings = 'N-'

type About = Omit<
  Transaction,
  | 'transactionId'
  | 'status'
  | 'type'
  | 'isPayout'
  | 'amount'
  | 'grossAmount'
  | 'hostServiceFee'
  | 'paidOutAmount'
>

const isMore = (amount: string) => !isZero(amount) && !amount.startsWith('-')

export function ofBooking(row: ExpectedRow, account: string): Transaction[] {
  const { confirmation_code: code, currency, paid_out: paid, revenue } = row
  // Airbnb pays a day after arrival.
  const date = String(Temporal.PlainDate.from(row.check_in).add({ days: 1 }))
  const about: About = {
    ...{ date, currency, confirmationCode: code, cleaningFee: null },
    ...{ payoutId: null, payoutIdSynthetic: false, payoutDate: null, lineIndex: null },
    ...{ listingName: row.listing_name, guestName: row.guest_name || null, nights: row.nights },
    ...{ reservationStartDate: row.check_in, description: null, reference: null },
  }
  const rest = revenue === null ? null : addDecimals([revenue, negated(paid ?? '0')])
  return [
    ...(paid === null ? [] : payoutOf(row, about, paid)),
    ...(rest === null || !isMore(rest)
      ? []
      : [
          {
            ...about,
            transactionId: `upcoming:${account}:Reservation:${code}:${date}:0`,
            ...({ status: 'UPCOMING', type: 'Reservation', isPayout: false, paidOutAmount: null } as const),
            // What Airbnb keeps was told of the whole booking.
            ...earned(rest, paid === null ? row.host_fee : null),
          },
        ]),
  ]
}

function payoutOf(row: ExpectedRow, about: About, paid: string): Transaction[] {
  const payoutId = `${ofBookings}${row.confirmation_code}`
  const ofPayout = { payoutId, payoutIdSynthetic: true, payoutDate: about.date }
  const isWhole = row.revenue === null || !isMore(addDecimals([row.revenue, negated(paid)]))
  return [
    {
      ...about,
      ...ofPayout,
      ...({ transactionId: payoutId, status: 'COMPLETED', type: 'Payout', isPayout: true } as const),
      ...{ amount: null, grossAmount: null, hostServiceFee: null, paidOutAmount: paid },
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
      ...{ transactionId: `${payoutId}:Reservation:${row.confirmation_code}:0`, lineIndex: 0 },
      ...earned(paid, isWhole ? row.host_fee : null),
    },
  ]
}

function earned(amount: string, hostFee: string | null) {
  const fee = hostFee === null ? null : negated(absolute(hostFee))
  return {
    amount,
    hostServiceFee: fee,
    grossAmount: addDecimals([amount, fee === null ? '0' : negated(fee)]),
  }
}
