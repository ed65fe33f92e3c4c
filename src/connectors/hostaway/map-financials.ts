import type { FinancialsRecord } from '../../contract/records.ts'
import { decimalString, nonZeroDecimal } from '../../connector-kit/money.ts'
import { presentTexts } from '../../connector-kit/readings.ts'
import { financials, lineOf } from '../../connector-kit/stay-readings.ts'
import { sourceOf } from './channels.ts'
import type { VendorReservation } from './vendor.ts'

/**
 * Only what is certain. `financeField` stays unread: which of its lines are part of the total, and who bears them,
 * depends on settings of the account that its rows do not tell.
 */
export function toFinancials(row: VendorReservation): FinancialsRecord | null {
  // After a cancellation the expected payout is no longer what the host gets.
  const hasPayout = sourceOf(row) === 'airbnb' && row.status !== 'cancelled'
  return financials({
    cancellationPolicy: policyOf(row),
    host: { revenue: hasPayout ? nonZeroDecimal(row.airbnbExpectedPayoutAmount) : null },
    guest: {
      totalPrice: decimalString(row.totalPrice),
      fees: lineOf(nonZeroDecimal(row.cleaningFee), 'Cleaning fee', 'cleaning'),
      taxes: lineOf(nonZeroDecimal(row.taxAmount), 'Tax', 'tax'),
    },
  })
}

function policyOf(row: VendorReservation): string | null {
  const policies = [
    row.airbnbCancellationPolicy,
    row.bookingCancellationPolicy,
    row.vrboCancellationPolicy,
    row.cancellationPolicy,
  ]
  return presentTexts(policies)[0] ?? null
}
