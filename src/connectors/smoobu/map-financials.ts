import type { FinancialsRecord } from '../../contract/records.ts'
import { addDecimals, decimalString, nonZeroDecimal } from '../../connector-kit/money.ts'
import { currencyCode, idText, meaningOf, presentText } from '../../connector-kit/readings.ts'
import { financials, lineOf } from '../../connector-kit/stay-readings.ts'
import { isTaxName } from '../../connector-kit/tax-names.ts'
import type { VendorPriceElement, VendorReservation } from './vendor.ts'

// These words mark a part that reduces the price.
const discountTypes = /discount|coupon|promotion/i

/** Only the parts of the price name a booking's currency. Parts in several currencies give none. */
export function currencyOf({ priceElements }: VendorReservation): string | null {
  const codes = new Set((priceElements ?? []).map((element) => currencyCode(element.currencyCode)))
  const [code] = codes
  return codes.size === 1 && code !== undefined ? code : null
}

/** A part's `tax` is not read: the vendor does not document if it is an amount or a rate. */
export function toFinancials(row: VendorReservation): FinancialsRecord | null {
  // A part inside another is not charged beside it.
  const elements = (row.priceElements ?? []).filter(
    ({ priceIncludedInId }) => idText(priceIncludedInId) === null,
  )
  const elementsOf = (part: PricePart) => elements.filter((element) => partOf(element) === part)
  const commission = nonZeroDecimal(row['commission-included'])
  return financials({
    host: {
      accommodation: sumOf(elementsOf('accommodation')),
      discounts: linesOf(elementsOf('discount')),
      hostFees:
        commission === null
          ? linesOf(elementsOf('commission'))
          : lineOf(commission, 'Commission', 'commission'),
    },
    guest: {
      totalPrice: decimalString(row.price),
      fees: linesOf(elementsOf('fee')),
      taxes: [...linesOf(elementsOf('tax')), ...lineOf(nonZeroDecimal(row['city-tax']), 'City tax', 'tax')],
    },
  })
}

type PricePart = 'accommodation' | 'commission' | 'discount' | 'fee' | 'tax' | 'total'

// Some types say what the part is; `channelCustom` and `addon` leave that to the name.
const parts: Record<string, PricePart> = {
  basePrice: 'accommodation',
  commission: 'commission',
  cleaningFee: 'fee',
  tax: 'tax',
  vat: 'tax',
}

function partOf({ type, name }: VendorPriceElement): PricePart {
  const part = meaningOf(parts, type)
  if (part !== undefined) return part
  if (discountTypes.test(type ?? '')) return 'discount'
  const words = name ?? ''
  // Channels send the sum of the other parts as a part too.
  if (/^total\b/i.test(words)) return 'total'
  return isTaxName(words) ? 'tax' : 'fee'
}

/**
 * The vendor does not document if an amount is for one or for all of a quantity, so larger quantities are not
 * summed.
 */
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
