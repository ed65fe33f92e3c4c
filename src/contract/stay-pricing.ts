/** Some stays are priced by this server. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { currency, number, numberOrNull, record } from './fields.ts'
import { MoneyLine } from './shared.ts'

export const priceItems = Type.Array(MoneyLine, {
  description:
    'What the price is made of: `nights`, `weekend_nights`, `weekly_discount` or `monthly_discount` (negative), `extra_guest`, `cleaning`. They add up to `total`.',
})

export const securityDeposit = numberOrNull(
  'Held and given back, so no part of `total`; null when none is asked.',
)

export const StayPricing = record({
  items: priceItems,
  total: number('The sum of the items.', { examples: [642.5] }),
  currency: currency('Currency of every amount here.'),
  securityDeposit,
})

export type StayPricing = Static<typeof StayPricing>
