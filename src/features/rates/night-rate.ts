/** What a night costs: its own price, else that of the weekend, else the listing's. Pure. */
import type { Rates } from './stay-price.ts'

const saturday = 6

/** A night is that of the day it begins on. */
export const isWeekendNight = (date: string): boolean => Temporal.PlainDate.from(date).dayOfWeek >= saturday

export function nightRate(
  date: string,
  own: string | null,
  { defaultDailyPrice, weekendPrice }: Pick<Rates, 'defaultDailyPrice' | 'weekendPrice'>,
): string | null {
  return own ?? (isWeekendNight(date) ? weekendPrice : null) ?? defaultDailyPrice
}
