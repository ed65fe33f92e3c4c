import type { FinancialsRecord } from '../../contract/records.ts'
import { addDecimals, decimalString, nonZeroDecimal } from '../../connector-kit/money.ts'
import { currencyCode, presentText } from '../../connector-kit/readings.ts'
import { financials, lineOf } from '../../connector-kit/stay-readings.ts'
import type { VendorPriceElement, VendorReservation } from './vendor.ts'

// What takes something off the price; everything else that is not the price of the nights is charged on top.
const discountTypes = /discount|coupon|promotion/i

/** Bookings name their currency only beside the parts of the price. Parts in several currencies name none. */
export function currencyOf({ priceElements }: VendorReservation): string | null {
  const codes = new Set((priceElements ?? []).map((element) => currencyCode(element.currencyCode)))
  const [code] = codes
  return codes.size === 1 && code !== undefined ? code : null
}

/** `tax` of a part is not read: whether it is an amount or a rate is not documented. */
export function toFinancials(row: VendorReservation): FinancialsRecord | null {
  const elements = row.priceElements ?? []
  const others = elements.filter(({ type }) => type !== 'basePrice')
  const isDiscount = ({ type }: VendorPriceElement) => discountTypes.test(type ?? '')
  return financials({
    host: {
      accommodation: sumOf(elements.filter(({ type }) => type === 'basePrice')),
      discounts: linesOf(others.filter(isDiscount)),
      hostFees: lineOf(nonZeroDecimal(row['commission-included']), 'Commission', 'commission'),
    },
    guest: {
      totalPrice: decimalString(row.price),
      fees: linesOf(others.filter((element) => !isDiscount(element))),
    },
  })
}

/** Whether an amount is for one or for all of a quantity is not documented: more than one is not added up. */
function sumOf(elements: VendorPriceElement[]): string | null {
  const amounts = elements.map(({ amount }) => decimalString(amount)).filter((amount) => amount !== null)
  const isPlain = elements.every(({ quantity }) => Number(quantity ?? 1) === 1)
  return amounts.length > 0 && isPlain ? addDecimals(amounts) : null
}

function linesOf(elements: VendorPriceElement[]) {
  return elements.flatMap((element) => {
    const amount = decimalString(element.amount)
    if (amount === null) return []
    const [name, type] = [presentText(element.name), presentText(element.type)]
    const quantity = Number(element.quantity ?? Number.NaN)
    return [
      {
        amount,
        ...(name === null ? {} : { name }),
        ...(type === null ? {} : { type }),
        ...(Number.isFinite(quantity) ? { quantity } : {}),
      },
    ]
  })
}
