import type { FinancialsRecord } from '../../contract/records.ts'
import { money, nonZeroMoney, presentText } from './map.ts'
import type { VendorBooking } from './vendor.ts'

/**
 * The parts of the total as the vendor sums them up. `vat` stays unread: whether it is inside the other parts depends
 * on a setting that the booking does not tell.
 */
export function toFinancials(row: VendorBooking): FinancialsRecord | null {
  const parts = row.subtotals
  const totalPrice = money(row.total_amount)
  const accommodation = nonZeroMoney(parts?.stay)
  const discounts = lines('Promotions', 'discount', nonZeroMoney(parts?.promotions))
  const fees = [
    ...lines('Fees', 'fee', nonZeroMoney(parts?.fees)),
    ...lines('Add-ons', 'addon', nonZeroMoney(parts?.addons)),
  ]
  const taxes = lines('Taxes', 'tax', nonZeroMoney(parts?.taxes))
  const policy = presentText(row.quote?.policy?.name) ?? presentText(row.quote?.policy?.cancellation)
  const host = {
    ...(accommodation === null ? {} : { accommodation }),
    ...(discounts.length === 0 ? {} : { discounts }),
  }
  const guest = {
    ...(totalPrice === null ? {} : { totalPrice }),
    ...(fees.length === 0 ? {} : { fees }),
    ...(taxes.length === 0 ? {} : { taxes }),
  }
  const financials = {
    ...(policy === null ? {} : { cancellationPolicy: policy }),
    ...(Object.keys(host).length === 0 ? {} : { host }),
    ...(Object.keys(guest).length === 0 ? {} : { guest }),
  }
  return Object.keys(financials).length === 0 ? null : financials
}

/** Paid means that the money came. What a channel collects is due to nobody here, and is not known to be paid. */
export function paymentStatusOf(row: VendorBooking): string | null {
  const [total, paid] = [Number(money(row.total_amount)), Number(money(row.amount_paid))]
  if (money(row.amount_paid) === null || total <= 0) return null
  if (paid >= total) return 'paid'
  return paid > 0 ? 'partially_paid' : 'pending'
}

function lines(
  name: string,
  type: string,
  amount: string | null,
): { amount: string; name: string; type: string }[] {
  return amount === null ? [] : [{ amount, name, type }]
}
