import { addDays, daysBetween } from '../kit/clock.ts'
import type { InventedStay } from '../kit/world/projection.ts'
import { minor, money } from './money.ts'
import type { HospitableKinds } from './records.ts'

/** Amounts are in minor units; a zero amount has no line. */
interface Amounts {
  accommodation: number
  nights?: { night: string; amount: number }[]
  cleaning: number
  service?: number
  discount?: number
  tax: number
  commission?: number
}

/** Itemizes the price of an invented stay; a channel adds its fee for the guest, or takes one of the host. */
export function inventedFinancials(
  { arrival, departure, price }: InventedStay<HospitableKinds>,
  platform: string,
): object {
  const { currency } = price
  const accommodation = minor(price.rent, currency)
  const count = daysBetween(arrival, departure)
  const usual = Math.floor(accommodation / count)
  return financialsIn(currency, {
    accommodation,
    nights: Array.from({ length: count }, (_, index) => ({
      night: addDays(arrival, index),
      amount: index === 0 ? accommodation - usual * (count - 1) : usual,
    })),
    cleaning: minor(price.cleaning, currency),
    service: platform === 'airbnb' ? Math.round(accommodation * 0.14) : 0,
    discount: minor(price.discount, currency),
    tax: minor(price.tax, currency),
    commission: platform === 'direct' || platform === 'manual' ? 0 : Math.round(accommodation * 0.15),
  })
}

/** Itemizes what the guest pays and the host gets, as the vendor does. */
export function financialsIn(
  currency: string,
  { accommodation, nights = [], cleaning, service = 0, discount = 0, tax, commission = 0 }: Amounts,
): object {
  const line = (amount: number, label: string, category?: string) => money(amount, currency, label, category)
  const maybe = (amount: number, label: string, category?: string) =>
    amount === 0 ? [] : [line(amount, label, category)]
  const fee = maybe(cleaning, 'Cleaning Fee', 'Guest fees')
  const discounts = maybe(-discount, 'Weekly Discount', 'Discounts')
  const paid = accommodation + cleaning + service - discount + tax
  return {
    currency,
    guest: {
      accommodation: line(accommodation, 'Accommodation'),
      fees: [...fee, ...maybe(service, 'Guest Service Fee', 'Service fees')],
      discounts,
      taxes: [line(tax, 'Lodging taxes', 'Taxes')],
      adjustments: [],
      total_price: line(paid, 'Guest Total Price', 'Guest total price'),
    },
    host: {
      accommodation: line(accommodation, 'Accommodation'),
      accommodation_breakdown: nights.map(({ night, amount }) => line(amount, night, 'Accommodation')),
      guest_fees: fee,
      host_fees: maybe(-commission, 'Host Service Fee', 'Service fees'),
      discounts,
      adjustments: [],
      taxes: [],
      revenue: line(accommodation + cleaning - discount - commission, 'Gross Revenue', 'Revenue'),
    },
  }
}
