/** Prices a stay by the rates of its listing. */
import { decimalsOf } from '../../connector-kit/minor-units.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { storedRates, type RateStretch } from './queries.ts'
import { priceStay, type StayPrice } from './stay-price.ts'

export { chargedAmount, isWeekendNight, nightRate, weekendDays } from './night-rate.ts'
export { toFinancials, toPricing, toQuotePricing } from './shown.ts'
export { storedRates } from './queries.ts'
export { noRates, priceStay } from './stay-price.ts'
export type { StayRates } from './night-rate.ts'
export type { StayPrice } from './stay-price.ts'

export interface PricedStay extends RateStretch {
  guests: number
  /** Used only if the listing has no currency of its own. */
  currency?: string | null | undefined
}

/** Returns null without a currency, since there is no price then. */
export async function currentPrice(
  db: Queryable,
  scope: Scope,
  { guests, currency: told, ...stretch }: PricedStay,
): Promise<StayPrice | null> {
  const stored = await storedRates(db, scope, stretch)
  const currency = stored?.currency ?? told ?? null
  if (!stored || currency === null) return null
  const { rates, nights } = stored
  return priceStay({ nights, guests, rates, currency, decimals: decimalsOf(currency) })
}
