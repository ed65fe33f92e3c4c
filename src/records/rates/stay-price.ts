/**
 * Only this file prices a stay: quotes, dry runs, bookings and changes use it. Each night's price, fee and discount is
 * rounded once, half away from zero, to the currency's smallest unit. Sums are of whole units, so the total is exactly
 * the sum of the items.
 */
import { type StayRates, nightRate, isWeekendNight } from './night-rate.ts'
import type { ContentBody } from '../../contract/listing-content.ts'
import { scaled } from '../../platform/decimal.ts'

/** A field added to a listing's `pricing` must be priced here, or this does not compile. */
type StoredNightRate = Exclude<keyof NonNullable<ContentBody['pricing']>, 'currency'>
export const noRates = {
  defaultDailyPrice: null,
  weekendPrice: null,
  cleaningFee: null,
  pricePerExtraGuest: null,
  securityDeposit: null,
  weeklyDiscount: null,
  monthlyDiscount: null,
  guestsIncluded: null,
} satisfies StayRates & Record<StoredNightRate, null>

export interface PricedNight {
  date: string
  /** The night's own price; null if it follows the rates. */
  price: string | null
}

export interface PricedStayInput {
  nights: readonly PricedNight[]
  guests: number
  rates: StayRates
  currency: string
  /** How many decimals the currency has. */
  decimals: number
}

export type PriceItemType =
  'nights' | 'weekend_nights' | 'weekly_discount' | 'monthly_discount' | 'extra_guest' | 'cleaning'

export interface PriceItem {
  type: PriceItemType
  /** Nights, or guests times nights; 1 for a fee per stay. */
  quantity: number
  /** A discount's amount is negative. */
  amount: string
  /** Only discounts have it. */
  percent?: number
}

export interface StayPrice {
  currency: string
  items: PriceItem[]
  /** The total is exactly the sum of the items. */
  total: string
  /** The deposit is paid back, so it is no part of the total. */
  securityDeposit: string | null
  /** Nights without any price add nothing to the total. */
  unpricedNights: string[]
}

const weekNights = 7
const monthNights = 28
/** Without a number set, the price is for one guest, and each further guest may cost extra. */
const guestsIncludedUnlessTold = 1

export function priceStay({ nights, guests, rates, currency, decimals }: PricedStayInput): StayPrice {
  const units = (amount: string) => BigInt(scaled(amount, decimals).replace('.', ''))
  const shown = (amount: bigint) => decimalOf(amount, decimals)
  const priced = nights.map(({ date, price }) => ({ date, rate: nightRate(date, price, rates) }))
  const known = priced.filter((night): night is { date: string; rate: string } => night.rate !== null)
  const isWeekend = ({ date }: { date: string }) => rates.weekendPrice !== null && isWeekendNight(date)
  const ofNights = (type: PriceItemType, some: { rate: string }[]) =>
    some.length === 0
      ? []
      : [{ type, quantity: some.length, units: some.reduce((sum, { rate }) => sum + units(rate), 0n) }]
  const stay = [
    ...ofNights(
      'nights',
      known.filter((night) => !isWeekend(night)),
    ),
    ...ofNights('weekend_nights', known.filter(isWeekend)),
  ]
  const ofStay = stay.reduce((sum, item) => sum + item.units, 0n)
  const items = [
    ...stay,
    ...discount(rates, nights.length, ofStay),
    ...extraGuests(rates, guests, nights.length, units),
    ...(rates.cleaningFee === null
      ? []
      : [{ type: 'cleaning' as const, quantity: 1, units: units(rates.cleaningFee) }]),
  ]
  return {
    currency,
    items: items.map(({ units: amount, ...item }) => ({ ...item, amount: shown(amount) })),
    total: shown(items.reduce((sum, item) => sum + item.units, 0n)),
    securityDeposit: rates.securityDeposit === null ? null : shown(units(rates.securityDeposit)),
    unpricedNights: priced.filter(({ rate }) => rate === null).map(({ date }) => date),
  }
}

/** The discount of the longest length reached applies, to nights and not to fees. */
function discount({ weeklyDiscount, monthlyDiscount }: StayRates, nights: number, ofStay: bigint) {
  const steps = [
    { type: 'monthly_discount' as const, from: monthNights, percent: monthlyDiscount ?? 0 },
    { type: 'weekly_discount' as const, from: weekNights, percent: weeklyDiscount ?? 0 },
  ]
  const step = steps.find(({ from, percent }) => nights >= from && percent > 0)
  if (!step || ofStay === 0n) return []
  const scale = 6
  const millionths = BigInt(scaled(String(step.percent), scale).replace('.', ''))
  const whole = 100n * 10n ** BigInt(scale)
  const units = (ofStay * millionths * 2n + whole) / (whole * 2n)
  return units === 0n ? [] : [{ type: step.type, quantity: 1, percent: step.percent, units: -units }]
}

function extraGuests(
  { pricePerExtraGuest, guestsIncluded }: StayRates,
  guests: number,
  nights: number,
  units: (amount: string) => bigint,
) {
  const extra = Math.max(0, guests - (guestsIncluded ?? guestsIncludedUnlessTold))
  if (pricePerExtraGuest === null || extra === 0) return []
  const quantity = extra * nights
  return [{ type: 'extra_guest' as const, quantity, units: units(pricePerExtraGuest) * BigInt(quantity) }]
}

function decimalOf(units: bigint, decimals: number): string {
  const sign = units < 0n ? '-' : ''
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0')
  if (decimals === 0) return sign + digits
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
