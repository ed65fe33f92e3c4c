/** Computes what a booking earns and costs; each version of the API has other field names. */
import type { FinancialsRecord } from '../../contract/records.ts'
import { addDecimals, decimalString, nonZeroDecimal } from '../../connector-kit/money.ts'
import { currencyCode, presentText } from '../../connector-kit/readings.ts'
import { financials, lineOf, type MoneyLineRecord } from '../../connector-kit/stay-readings.ts'
import type { VendorReservation, VendorTax } from './vendor.ts'

/** Airbnb does not report what the guest pays, so this is the host's earnings before Airbnb's fee. */
export function earnedWithFee(row: VendorReservation): string | null {
  const earned = payoutOf(row)
  const fees = hostFeesOf(row).map(({ amount }) => amount)
  return earned === null ? null : fees.length === 0 ? earned : addDecimals([earned, ...fees])
}

export function financialsOf(row: VendorReservation): FinancialsRecord | null {
  const left = leftOf(row)
  return financials({
    host: {
      accommodation: decimalString(row.listing_base_price_accurate ?? row.base_price),
      guestFees: guestFeesOf(row),
      hostFees: left?.fees ?? hostFeesOf(row),
      taxes: taxesOf(row, {
        details: row.pass_through_tax_details,
        sum:
          row.pass_through_tax_amount_paid_to_host_accurate ??
          row.pass_through_tax_expected_amount_accurate ??
          row.pass_through_tax_amount_accurate ??
          row.occupancy_tax_amount_paid_to_host_accurate,
        name: 'Pass-through taxes',
      }),
      revenue: left?.payout ?? payoutOf(row),
      paidOut: nonZeroDecimal(row.total_paid_amount_accurate),
    },
    guest: {
      taxes: taxesOf(row, {
        details: row.airbnb_collected_tax_details,
        sum: row.airbnb_collected_tax_amount_accurate ?? row.transient_occupancy_tax_paid_amount_accurate,
        name: 'Collected by Airbnb',
      }),
    },
  })
}

const payoutOf = (row: VendorReservation): string | null =>
  decimalString(row.expected_payout_amount_accurate ?? row.payout_amount_before_taxes)

/** Returns what the host keeps of a booking that the guest cancelled; null for any other. */
function leftOf(row: VendorReservation): { payout: string; fees: MoneyLineRecord[] } | null {
  const payout = nonZeroDecimal(row.listing_cancellation_payout_accurate)
  if (payout === null || row.status_type !== 'cancelled_by_guest') return null
  return { payout, fees: hostFeeOf(row.listing_cancellation_host_fee_accurate) }
}

/** The fee is one amount, or an amount without tax and its tax. */
function hostFeesOf(row: VendorReservation): MoneyLineRecord[] {
  const whole = hostFeeOf(row.listing_host_fee_accurate)
  if (whole.length > 0) return whole
  const tax = nonZeroDecimal(row.host_fee_vat_accurate)
  return [...hostFeeOf(row.host_fee_base_accurate), ...lineOf(tax, 'VAT on the host service fee', 'host_fee')]
}

const hostFeeOf = (amount: string | number | null | undefined): MoneyLineRecord[] =>
  lineOf(nonZeroDecimal(amount), 'Host service fee', 'host_fee')

function guestFeesOf(row: VendorReservation): MoneyLineRecord[] {
  const cleaning = lineOf(nonZeroDecimal(row.listing_cleaning_fee_accurate), 'Cleaning fee', 'CLEANING_FEE')
  const others = (row.standard_fees_details ?? []).flatMap((fee) => {
    const amount = nonZeroDecimal(fee?.amount_native)
    const type = presentText(fee?.fee_type)
    return amount === null ? [] : [{ amount, ...(type === null ? {} : { type }) }]
  })
  return [...cleaning, ...others]
}

interface Taxes {
  details: (VendorTax | null)[] | null | undefined
  /** The amount is in the host's currency. */
  sum: string | number | null | undefined
  name: string
}

/** Lists taxes by name if all are in the booking's currency, else their sum. */
function taxesOf(row: VendorReservation, { details, sum, name }: Taxes): MoneyLineRecord[] {
  const currency = currencyCode(row.host_currency)
  const lines = (details ?? []).map((tax): MoneyLineRecord | null => {
    const amount = nonZeroDecimal(tax?.amount_native)
    const isOfBooking = currency !== null && currencyCode(tax?.native_currency) === currency
    return amount === null || !isOfBooking
      ? null
      : { amount, name: presentText(tax?.name) ?? name, type: 'tax' }
  })
  const taxLines = lines.filter((line) => line !== null)
  return taxLines.length > 0 && taxLines.length === lines.length
    ? taxLines
    : lineOf(nonZeroDecimal(sum), name, 'tax')
}
