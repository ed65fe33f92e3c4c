import type { FinancialsRecord } from '../../contract/records.ts'
import { addDecimals, decimalString, nonZeroDecimal } from '../../connector-kit/money.ts'
import { currencyCode, presentText } from './map.ts'
import type { VendorInvoiceItem, VendorMoney } from './vendor.ts'

type Money = VendorMoney | null | undefined
type Line = NonNullable<NonNullable<FinancialsRecord['guest']>['fees']>[number]

/** What the guest pays: all items before taxes, and the taxes. null unless both are told. */
export function totalPriceOf(money: Money): string | null {
  const before = decimalString(money?.subTotalPrice)
  const taxes = decimalString(money?.totalTaxes)
  return before === null || taxes === null ? null : addDecimals([before, taxes])
}

export function paymentStatusOf(money: Money): string | null {
  if (typeof money?.isFullyPaid !== 'boolean') return null
  return money.isFullyPaid ? 'paid' : 'pending'
}

/** Parts that Guesty fills with zeros where there is nothing count as not told. */
export function toFinancials(money: Money): FinancialsRecord | null {
  if (!money) return null
  const { fees, taxes, discounts } = linesOf(money)
  const accommodation = nonZeroDecimal(money.fareAccommodation)
  const hostFee = nonZeroDecimal(money.hostServiceFeeIncTax) ?? nonZeroDecimal(money.hostServiceFee)
  const revenue = decimalString(money.hostPayout)
  const totalPrice = totalPriceOf(money)
  const host = {
    ...(accommodation === null ? {} : { accommodation }),
    ...present('discounts', discounts),
    ...present('guestFees', fees),
    ...(hostFee === null ? {} : { hostFees: [{ amount: hostFee, name: 'Channel commission' }] }),
    ...present('taxes', taxes),
    ...(revenue === null ? {} : { revenue }),
  }
  const guest = {
    ...(totalPrice === null ? {} : { totalPrice }),
    ...present('fees', fees),
    ...present('taxes', taxes),
  }
  const financials = { ...unlessEmpty('host', host), ...unlessEmpty('guest', guest) }
  return Object.keys(financials).length === 0 ? null : financials
}

/** The items of the invoice; where there are none, the cleaning fee and the tax from the sums. */
function linesOf(money: VendorMoney): { fees: Line[]; taxes: Line[]; discounts: Line[] } {
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
    const cleaning = nonZeroDecimal(money.fareCleaning)
    const tax = nonZeroDecimal(money.totalTaxes)
    return {
      fees: cleaning === null ? [] : [{ amount: cleaning, name: 'Cleaning fee' }],
      taxes: tax === null ? [] : [{ amount: tax, name: 'Tax' }],
      discounts: [],
    }
  }
  const of = (wanted: Kind) => known.filter(({ kind }) => kind === wanted).map(({ line }) => line)
  return { fees: of('fee'), taxes: of('tax'), discounts: of('discount') }
}

type Kind = 'accommodation' | 'fee' | 'tax' | 'discount'

function kindOf(item: VendorInvoiceItem, amount: string): Kind {
  if (item.isTax === true) return 'tax'
  if (item.normalType === 'AF' || item.type === 'ACCOMMODATION_FARE') return 'accommodation'
  return amount.startsWith('-') ? 'discount' : 'fee'
}

function toLine({ title, type, normalType }: VendorInvoiceItem, amount: string): Line {
  const name = presentText(title)
  const word = presentText(type) ?? presentText(normalType)
  return {
    amount,
    ...(name === null ? {} : { name }),
    ...(word === null ? {} : { type: word.toLowerCase() }),
  }
}

function present<K extends string>(name: K, lines: Line[]): { [P in K]?: Line[] } {
  return (lines.length === 0 ? {} : { [name]: lines }) as { [P in K]?: Line[] }
}

function unlessEmpty<K extends string, T extends object>(name: K, value: T): { [P in K]?: T } {
  return (Object.keys(value).length === 0 ? {} : { [name]: value }) as { [P in K]?: T }
}
