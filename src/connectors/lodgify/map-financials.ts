import type { FinancialsRecord } from '../../contract/records.ts'
import { presentText } from '../../connector-kit/readings.ts'
import { financials, lineOf } from '../../connector-kit/stay-readings.ts'
import { money, nonZeroMoney } from './map.ts'
import type { VendorBooking } from './vendor.ts'

/**
 * The parts of the total as the vendor sums them up. `vat` stays unread: whether it is inside the other parts depends
 * on a setting that the booking does not tell.
 */
export function toFinancials(row: VendorBooking): FinancialsRecord | null {
  const parts = row.subtotals
  return financials({
    cancellationPolicy: presentText(row.quote?.policy?.name) ?? presentText(row.quote?.policy?.cancellation),
    host: {
      accommodation: nonZeroMoney(parts?.stay),
      discounts: lineOf(nonZeroMoney(parts?.promotions), 'Promotions', 'discount'),
    },
    guest: {
      totalPrice: money(row.total_amount),
      fees: [
        ...lineOf(nonZeroMoney(parts?.fees), 'Fees', 'fee'),
        ...lineOf(nonZeroMoney(parts?.addons), 'Add-ons', 'addon'),
      ],
      taxes: lineOf(nonZeroMoney(parts?.taxes), 'Taxes', 'tax'),
    },
  })
}

/** Paid means that the money came. What a channel collects is due to nobody here, and is not known to be paid. */
export function paymentStatusOf(row: VendorBooking): string | null {
  const [total, paid] = [Number(money(row.total_amount)), Number(money(row.amount_paid))]
  if (money(row.amount_paid) === null || total <= 0) return null
  if (paid >= total) return 'paid'
  return paid > 0 ? 'partially_paid' : 'pending'
}
