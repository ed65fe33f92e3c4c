/** What a night costs: its own price, else that of the weekend, else the listing's. Pure. */
import type { Rates } from './stay-price.ts'

/** Saturday and Sunday, by ISO 8601. A night is that of the day it begins on. */
export const weekendDays: readonly number[] = [6, 7]

export const isWeekendNight = (date: string): boolean =>
  weekendDays.includes(Temporal.PlainDate.from(date).dayOfWeek)

export function nightRate(
  date: string,
  own: string | null,
  { defaultDailyPrice, weekendPrice }: Pick<Rates, 'defaultDailyPrice' | 'weekendPrice'>,
): string | null {
  return own ?? (isWeekendNight(date) ? weekendPrice : null) ?? defaultDailyPrice
}
