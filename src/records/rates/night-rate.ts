/** A night costs its own price, else the weekend price, else the listing's daily price. */
import { decimalsOf } from '../../connector-kit/minor-units.ts'
import { scaled } from '../../platform/decimal.ts'

/** The owner's rates, as `listings.pricing` stores them, with the listing's daily price. Amounts are decimal text. */
export interface StayRates {
  defaultDailyPrice: string | null
  weekendPrice: string | null
  cleaningFee: string | null
  pricePerExtraGuest: string | null
  securityDeposit: string | null
  /** The discount is in percent. */
  weeklyDiscount: number | null
  monthlyDiscount: number | null
  guestsIncluded: number | null
}

/** Saturday and Sunday by ISO 8601; a night counts as the day it begins on. */
export const weekendDays: readonly number[] = [6, 7]

export const isWeekendNight = (date: string): boolean =>
  weekendDays.includes(Temporal.PlainDate.from(date).dayOfWeek)

export function nightRate(
  date: string,
  own: string | null,
  { defaultDailyPrice, weekendPrice }: Pick<StayRates, 'defaultDailyPrice' | 'weekendPrice'>,
): string | null {
  return own ?? (isWeekendNight(date) ? weekendPrice : null) ?? defaultDailyPrice
}

/** Rounds half away from zero to the currency's smallest unit. Without a currency the amount stays as stored. */
export const chargedAmount = (amount: string, currency: string | null): string =>
  currency === null ? amount : scaled(amount, decimalsOf(currency))
