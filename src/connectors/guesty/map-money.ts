import type { FinancialsRecord } from '../../contract/records.ts'
import { addDecimals, decimalString, nonZeroDecimal } from '../../connector-kit/money.ts'
import { currencyCode, presentText } from '../../connector-kit/readings.ts'
import { financials, lineOf } from '../../connector-kit/stay-readings.ts'
import type { MoneyLineRecord } from '../../connector-kit/stay-readings.ts'
import type { VendorInvoiceItem, VendorMoney } from './vendor.ts'

type MoneyField = VendorMoney | null | undefined

/** What the guest pays: all items before taxes, and the taxes. null unless both are told. */
export function totalPriceOf(money: MoneyField): string | null {
  const before = decimalString(money?.subTotalPrice)
  const taxes = decimalString(money?.totalTaxes)
  return before === null || taxes === null ? null : addDecimals([before, taxes])
}

export function paymentStatusOf(money: MoneyField): string | null {
  if (typeof money?.isFullyPaid !== 'boolean') return null
  return money.isFullyPaid ? 'paid' : 'pending'
}

/** Parts that Guesty fills with zeros where there is nothing count as not told. */
export function toFinancials(money: MoneyField): FinancialsRecord | null {
  if (!money) return null
  const { fees, taxes, discounts } = linesOf(money)
  const hostFee = nonZeroDecimal(money.hostServiceFeeIncTax) ?? nonZeroDecimal(money.hostServiceFee)
  return financials({
    host: {
      accommodation: nonZeroDecimal(money.fareAccommodation),
      discounts,
      guestFees: fees,
      hostFees: lineOf(hostFee, 'Channel commission'),
      taxes,
      revenue: decimalString(money.hostPayout),
    },
    guest: { totalPrice: totalPriceOf(money), fees, taxes },
  })
}

/** The items of the invoice; where there are none, the cleaning fee and the tax from the sums. */
function linesOf(money: VendorMoney): {
  fees: MoneyLineRecord[]
  taxes: MoneyLineRecord[]
  discounts: MoneyLineRecord[]
} {
  const currency = currencyCode(money.currency)
  const items = (money.invoiceItems ?? []).filter((item) => {
    const own = currencyCode(item.currency)
    return own === null || currency === null || own === currency
  })
  const known = items.flatMap((item) => {
    const amount = nonZeroDecimal(item.amount)
    return amount === null ? [] : [{ kind: kindOf(item, amount), line: toLine(item, amount) }]
  })
  if (known.length === 0) {
    return {
      fees: lineOf(nonZeroDecimal(money.fareCleaning), 'Cleaning fee'),
      taxes: lineOf(nonZeroDecimal(money.totalTaxes), 'Tax'),
      discounts: [],
    }
  }
  const of = (wantedKind: MoneyLineKind) =>
    known.filter(({ kind }) => kind === wantedKind).map(({ line }) => line)
  return { fees: of('fee'), taxes: of('tax'), discounts: of('discount') }
}

type MoneyLineKind = 'accommodation' | 'fee' | 'tax' | 'discount'

// normalType of an item that is a tax; vendor description, taxes page.
const taxTypes = new Set('LT CT TT TTH GST VAT ST COT OCT TOT HSHAT HST MAT TRT HT OT TAX'.split(' '))

/** Live answers mark a tax by its type where `isTax` is missing. */
export const isTaxType = (normalType: string | null | undefined): boolean =>
  taxTypes.has(presentText(normalType)?.toUpperCase() ?? '')

function kindOf(item: VendorInvoiceItem, amount: string): MoneyLineKind {
  if (item.isTax === true || item.type === 'TAX' || isTaxType(item.normalType)) return 'tax'
  if (item.normalType === 'AF' || item.type === 'ACCOMMODATION_FARE') return 'accommodation'
  return amount.startsWith('-') ? 'discount' : 'fee'
}

/** What is longer is no type. */
const longestType = 100

function toLine({ title, type, normalType }: VendorInvoiceItem, amount: string): MoneyLineRecord {
  const name = presentText(title)
  const word = presentText(type) ?? presentText(normalType)
  return {
    amount,
    ...(name === null ? {} : { name }),
    ...(word === null || word.length > longestType ? {} : { type: word.toLowerCase() }),
  }
}
