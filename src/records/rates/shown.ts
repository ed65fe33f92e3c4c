/** Shows a price in the forms of quotes, bookings and reservations. */
import { addDecimals } from '../../connector-kit/money.ts'
import type { Quote } from '../../contract/quotes.ts'
import type { StayPricing } from '../../contract/stay-pricing.ts'
import type { PriceItem, PriceItemType, StayPrice } from './stay-price.ts'

const names: Record<PriceItemType, string> = {
  nights: 'Nights',
  weekend_nights: 'Weekend nights',
  weekly_discount: 'Weekly discount',
  monthly_discount: 'Monthly discount',
  extra_guest: 'Extra guests',
  cleaning: 'Cleaning',
}

const fees: ReadonlySet<PriceItemType> = new Set(['extra_guest', 'cleaning'])
const isNight = ({ type }: PriceItem) => type === 'nights' || type === 'weekend_nights'
const isFee = ({ type }: PriceItem) => fees.has(type)
const isDiscount = (item: PriceItem) => !isNight(item) && !isFee(item)

/** Returns null if no night has a price. */
function ofNights({ items }: StayPrice): string | null {
  const nights = items.filter(isNight).map(({ amount }) => amount)
  return nights.length === 0 ? null : addDecimals(nights)
}

const numberOf = (amount: string | null | undefined) =>
  amount === null || amount === undefined ? null : Number(amount)

const line = ({ type, quantity, amount }: PriceItem) => ({ type, name: names[type], quantity, amount })

export function toPricing(price: StayPrice): StayPricing {
  return {
    items: price.items.map((item) => ({ ...line(item), amount: Number(item.amount) })),
    total: Number(price.total),
    currency: price.currency,
    securityDeposit: numberOf(price.securityDeposit),
  }
}

/** The same amounts under the names of a quote, which add up to the total as well. */
export function toQuotePricing(price: StayPrice): Quote['pricing'] {
  const amountOf = (is: (item: PriceItem) => boolean) => numberOf(price.items.find(is)?.amount)
  const { items, securityDeposit, total } = toPricing(price)
  return {
    nightlyTotal: numberOf(ofNights(price)),
    lengthOfStayDiscount: amountOf(isDiscount),
    lengthOfStayDiscountPercent: price.items.find(isDiscount)?.percent ?? null,
    cleaningFee: amountOf(({ type }) => type === 'cleaning'),
    petFee: null,
    otherFees: amountOf(({ type }) => type === 'extra_guest'),
    taxes: null,
    total,
    items,
    securityDeposit,
  }
}

/** Returns `reservations.financials` of a stay priced here; amounts stay decimal text. */
export function toFinancials(price: StayPrice): object {
  const nights = ofNights(price)
  const discounts = price.items.filter(isDiscount).map(line)
  const guestFees = price.items.filter(isFee).map(line)
  return {
    host: {
      ...(nights === null ? {} : { accommodation: nights }),
      ...(discounts.length === 0 ? {} : { discounts }),
      ...(guestFees.length === 0 ? {} : { guestFees }),
    },
    guest: { totalPrice: price.total, ...(guestFees.length === 0 ? {} : { fees: guestFees }) },
    ...(price.securityDeposit === null ? {} : { securityDeposit: price.securityDeposit }),
  }
}
