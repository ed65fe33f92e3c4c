import { formatLocale } from '../text/text.ts'

/** An amount in its own currency; without a currency only the number, since a guessed one would be wrong. */
export function money(
  amount: number | string | null | undefined,
  currency: string | null | undefined,
): string {
  if (amount == null || amount === '') return '–'
  const value = Number(amount)
  if (!currency)
    return value.toLocaleString(formatLocale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  try {
    return value.toLocaleString(formatLocale, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
    })
  } catch {
    return `${value.toLocaleString(formatLocale)} ${currency}`
  }
}

/** For calendar cells: whole units where there are no cents. */
export const shortAmount = (amount: number): string =>
  amount.toLocaleString(formatLocale, { maximumFractionDigits: Number.isInteger(amount) ? 0 : 2 })

export const count = (number: number): string => number.toLocaleString(formatLocale)
export const percent = (share: number): string =>
  share.toLocaleString(formatLocale, { style: 'percent', maximumFractionDigits: 1 })
