/** What a night costs: its own price, else that of the weekend, else the listing's. Pure. */
import { decimalsOf } from '../../connector-kit/minor-units.ts'
import { scaled } from '../../platform/decimal.ts'

/** What the owner set, as `listings.pricing` keeps it, with the listing's own price of a night. Amounts are decimal text. */
export interface StayRates {
  defaultDailyPrice: string | null
  weekendPrice: string | null
  cleaningFee: string | null
  pricePerExtraGuest: string | null
  securityDeposit: string | null
  /** Percent. */
  weeklyDiscount: number | null
  monthlyDiscount: number | null
  guestsIncluded: number | null
}

/** Saturday and Sunday, by ISO 8601. A night is that of the day it begins on. */
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

/** As it is charged: in whole units of the currency, half away from zero. As it is stored where no currency says what a unit is. */
export const chargedAmount = (amount: string, currency: string | null): string =>
  currency === null ? amount : scaled(amount, decimalsOf(currency))
