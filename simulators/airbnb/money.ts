import { addDays, daysBetween } from '../kit/clock.ts'
import { nightsOf } from './calendar.ts'
import { exact } from './answers.ts'
import type { Listing } from './records.ts'
import type { PricingSettings } from './settings.ts'
import type { Store } from './store.ts'

const hostFee = 0.03
const collectedTax = 0.07
/** Flat fees are sent in millionths of the currency. */
const micros = 1_000_000

export interface Amounts {
  listing_base_price_accurate: string
  listing_host_fee_accurate: string
  expected_payout_amount_accurate: string
  standard_fees_details: { fee_type: string; amount_native: string }[]
  airbnb_collected_tax_amount_accurate: string
  pass_through_tax_amount_accurate: string
}

/** Computes what a stay costs and pays; `total` is an agreed price. */
export function amountsOf(
  store: Store,
  listing: Listing,
  stay: { arrival: string; departure: string; guests: number },
  total?: number,
): Amounts {
  const { pricing } = store.settingsOf(listing.id)
  const base = total ?? priceOf(store, listing, pricing, stay)
  const fees = total === undefined ? feesOf(pricing, base) : []
  const charged = base + fees.reduce((sum, { amount }) => sum + amount, 0)
  const fee = Math.round(charged * hostFee * 100) / 100
  return {
    listing_base_price_accurate: exact(base),
    listing_host_fee_accurate: exact(fee),
    expected_payout_amount_accurate: exact(charged - fee),
    standard_fees_details: fees.map(({ fee_type, amount }) => ({ fee_type, amount_native: exact(amount) })),
    airbnb_collected_tax_amount_accurate: exact(charged * collectedTax),
    pass_through_tax_amount_accurate: exact(0),
  }
}

function priceOf(
  store: Store,
  listing: Listing,
  pricing: PricingSettings,
  { arrival, departure, guests }: { arrival: string; departure: string; guests: number },
): number {
  const length = daysBetween(arrival, departure)
  const fixed =
    pricing.pricing_model === 'LOS_RECORD' ? losPrice(pricing, arrival, guests, length) : undefined
  if (fixed !== undefined) return fixed
  const nights = nightsOf(store, listing, arrival, addDays(departure, -1))
  const sum = nights.reduce((total, { price }) => total + price, 0)
  const extra = Math.max(0, guests - pricing.guests_included) * (pricing.price_per_extra_person ?? 0) * length
  const rules = pricing.default_pricing_rules.filter(({ threshold_one }) => threshold_one <= length)
  const [rule] = rules.toSorted((one, other) => other.threshold_one - one.threshold_one)
  const plan = pricing.pricing_model === 'RATE_PLAN' ? (pricing.rate_plans[0]?.price_factor ?? 1) : 1
  return Math.round((sum * (1 + (rule?.price_change ?? 0) / 100) + extra) * plan * 100) / 100
}

/** `2026-07-01,2,110,200`: an arrival, the most guests, then prices of one night, two nights and so on; 0 is closed. */
function losPrice({ los_records }: PricingSettings, arrival: string, guests: number, length: number) {
  const fitting = los_records
    .map((record) => record.split(','))
    .filter(([day, most]) => day === arrival && Number(most) >= guests)
    .toSorted(([, one], [, other]) => Number(one) - Number(other))
  const price = Number(fitting[0]?.[length + 1] ?? 0)
  return price > 0 ? price : undefined
}

function feesOf(pricing: PricingSettings, base: number): { fee_type: string; amount: number }[] {
  const cleaning =
    pricing.cleaning_fee === null
      ? []
      : [{ fee_type: 'PASS_THROUGH_CLEANING_FEE', amount: pricing.cleaning_fee }]
  const others = pricing.standard_fees.map(({ fee_type, amount, amount_type }) => ({
    fee_type,
    amount: amount_type === 'flat' ? amount / micros : (base * amount) / 100,
  }))
  return [...cleaning, ...others]
}
