/** Dates and amounts as people of the listing read them, without rounding. */
import { currencyDecimals } from '../../contract/currencies.ts'
import { UsageError } from '../command.ts'

const isDate = (text: string): boolean => {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** Returns a day that exists, or undefined if none was given. */
export function dayOption(name: string, text: string | undefined): string | undefined {
  if (text === undefined || isDate(text)) return text
  throw new UsageError(`--${name} is a day like 2026-07-31, not ${JSON.stringify(text)}.`)
}

/** Civil days have no time zone, so they are counted in UTC, which has no summer time. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

export const nightsBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)

/** Returns today's date in a time zone, or in UTC if it is not known. */
export function todayIn(timeZone: string | null, now = new Date()): string {
  const format = (zone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(now)
  try {
    return format(timeZone ?? 'UTC')
  } catch {
    return format('UTC')
  }
}

/** Fills up the decimals of the currency and drops none. */
export function amountText(
  amount: number | string | null | undefined,
  currency: string | null | undefined,
): string {
  if (amount === null || amount === undefined) return ''
  const text = String(amount)
  if (!currency || !/^-?\d+(?:\.\d+)?$/.test(text)) return text
  const [whole = '', fraction = ''] = text.split('.')
  const decimals = fraction.padEnd(currencyDecimals(currency) ?? 0, '0')
  return decimals === '' ? whole : `${whole}.${decimals}`
}

export function moneyText(
  amount: number | string | null | undefined,
  currency: string | null | undefined,
): string {
  const text = amountText(amount, currency)
  return text === '' ? '' : [text, currency].filter(Boolean).join(' ')
}

/** Shows an instant to the minute, in UTC. */
export const instantText = (time: string | null | undefined): string =>
  time ? `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')}` : ''
