import type { FinancialsRecord } from '../../contract/records.ts'
import { decimalString, nonZeroDecimal } from '../../connector-kit/money.ts'
import { sourceOf } from './channels.ts'
import { presentText } from './map.ts'
import type { VendorReservation } from './vendor.ts'

/**
 * Only what is certain. `financeField` stays unread: which of its lines are part of the total, and who bears them,
 * depends on settings of the account that its rows do not tell.
 */
export function toFinancials(row: VendorReservation): FinancialsRecord | null {
  const totalPrice = decimalString(row.totalPrice)
  const cleaningFee = nonZeroDecimal(row.cleaningFee)
  const tax = nonZeroDecimal(row.taxAmount)
  const guest = {
    ...(totalPrice === null ? {} : { totalPrice }),
    ...(cleaningFee === null
      ? {}
      : { fees: [{ amount: cleaningFee, name: 'Cleaning fee', type: 'cleaning' }] }),
    ...(tax === null ? {} : { taxes: [{ amount: tax, name: 'Tax', type: 'tax' }] }),
  }
  // After a cancellation the expected payout is no longer what the host gets.
  const hasPayout = sourceOf(row.channelId) === 'airbnb' && row.status !== 'cancelled'
  const revenue = hasPayout ? nonZeroDecimal(row.airbnbExpectedPayoutAmount) : null
  const policy = policyOf(row)
  const financials = {
    ...(policy === null ? {} : { cancellationPolicy: policy }),
    ...(revenue === null ? {} : { host: { revenue } }),
    ...(Object.keys(guest).length === 0 ? {} : { guest }),
  }
  return Object.keys(financials).length === 0 ? null : financials
}

function policyOf(row: VendorReservation): string | null {
  const policies = [
    row.airbnbCancellationPolicy,
    row.bookingCancellationPolicy,
    row.vrboCancellationPolicy,
    row.cancellationPolicy,
  ]
  return policies.map(presentText).find((policy) => policy !== null) ?? null
}
