import { currencyDecimals } from '../contract/currencies.ts'
import { UnreadableValue } from './dates.ts'

/** Minor units are a whole number of cents, often beside a formatted text. */
export interface MinorAmount {
  amount: number | string
  currency: string
  /** The vendor formats the amount for people: `€1,234.50`. */
  formatted?: string | null | undefined
}

/**
 * Converts minor units to a decimal string: 12345 is `123.45` in euros and `12345` in yen. A formatted text decides how many decimals the
 * vendor means; an amount that contradicts its text is refused.
 */
export function minorUnits({ amount, currency, formatted }: MinorAmount): string {
  const [, sign = '', digits = ''] = /^(-?)(\d{1,16})$/.exec(String(amount)) ?? []
  if (digits === '')
    throw new UnreadableValue(`not a whole number of minor units: ${String(amount).slice(0, 40)}`)
  const own = decimalsOf(currency)
  const formattedAmount = readFormatted(formatted, own)
  const readings = [own, 2, 0, 3].map((decimals) => shift(digits, decimals))
  const found =
    formattedAmount === null ? readings[0] : readings.find((reading) => reading === formattedAmount)
  if (found === undefined) {
    throw new UnreadableValue(`the amount ${amount} ${currency} contradicts its text ${formatted}`)
  }
  return sign !== '' && found !== '0' ? `-${found}` : found
}

/**
 * Converts to minor units exactly, or returns null. Only two-decimal currencies are written, as vendors disagree about others and a price
 * could become a hundred times too high.
 */
export function toMinorUnits(amount: string, currency: string): number | null {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(amount) ?? []
  if (whole === '' || decimalsOf(currency) !== 2) return null
  return Number(`${sign}${whole}${fraction.padEnd(2, '0')}`)
}

/**
 * Returns a currency's decimals by ISO 4217; two if unknown. `Intl` follows custom instead, with none for
 * forints, rupiahs and Colombian pesos.
 */
export function decimalsOf(currency: string): number {
  if (!/^[A-Za-z]{3}$/.test(currency)) throw new UnreadableValue(`not a currency: ${currency.slice(0, 10)}`)
  return currencyDecimals(currency.toUpperCase()) ?? 2
}

/** Returns the smallest amount of a currency: `0.01` euros, `1` yen, `0.001` Kuwaiti dinars. */
export const smallestUnit = (currency: string): string => shift('1', decimalsOf(currency))

/** Drops trailing zeros, so that equal amounts are equal texts. */
function shift(digits: string, decimals: number): string {
  const padded = digits.padStart(decimals + 1, '0')
  const whole = padded.slice(0, padded.length - decimals).replace(/^0+(?=\d)/, '')
  const fraction = padded.slice(padded.length - decimals).replace(/0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}

/** Returns the unsigned amount in a text; null when none is readable. */
function readFormatted(text: string | null | undefined, decimals: number): string | null {
  const number = /\d[\d\s.,'’]*/.exec(text ?? '')?.[0].replace(/[^\d]+$/, '')
  if (number === undefined) return null
  // One or two digits after the last separator are decimals; three are thousands, except in three-decimal currencies.
  const [, fraction = ''] = (decimals === 3 ? /[.,](\d{1,3})$/ : /[.,](\d{1,2})$/).exec(number) ?? []
  const digits = number.replace(/\D/g, '')
  return digits.length > 16 ? null : shift(digits, fraction.length)
}
