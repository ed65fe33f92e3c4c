import { currencyDecimals } from '../contract/currencies.ts'
import { UnreadableValue } from './dates.ts'

/** An amount as vendors with minor units write it: a whole number of cents, often with the text they show for it. */
export interface MinorAmount {
  amount: number | string
  currency: string
  /** As people read it: `€1,234.50`. */
  formatted?: string | null | undefined
}

/**
 * The decimal string of a whole number of minor units: 12345 is `123.45` in euros and `12345` in yen. How many decimals
 * it has is the currency's business, but where the vendor also says how the amount reads, the text decides: a vendor
 * that counts hundredths of a yen would otherwise be read a hundredfold. An amount that contradicts its own text under
 * every reading is refused instead of guessed.
 */
export function minorUnits({ amount, currency, formatted }: MinorAmount): string {
  const [, sign = '', digits = ''] = /^(-?)(\d{1,16})$/.exec(String(amount)) ?? []
  if (digits === '')
    throw new UnreadableValue(`not a whole number of minor units: ${String(amount).slice(0, 40)}`)
  const own = decimalsOf(currency)
  const shown = readFormatted(formatted, own)
  const readings = [own, 2, 0, 3].map((decimals) => shift(digits, decimals))
  const found = shown === null ? readings[0] : readings.find((reading) => reading === shown)
  if (found === undefined) {
    throw new UnreadableValue(`the amount ${amount} ${currency} contradicts its text ${formatted}`)
  }
  return sign !== '' && found !== '0' ? `-${found}` : found
}

/**
 * The other way round, for writing: exact, or null. Only currencies with two decimals are counted in the same way by
 * everybody; with others a vendor's hundredths could make a price a hundred times too high, and there is no text beside
 * an amount that is written.
 */
export function toMinorUnits(amount: string, currency: string): number | null {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(amount) ?? []
  if (whole === '' || decimalsOf(currency) !== 2) return null
  return Number(`${sign}${whole}${fraction.padEnd(2, '0')}`)
}

/**
 * How many decimals a currency has; two where the code is in no list. By ISO 4217: `Intl` follows what is customary, no decimals for
 * forints, rupiahs and Colombian pesos.
 */
export function decimalsOf(currency: string): number {
  if (!/^[A-Za-z]{3}$/.test(currency)) throw new UnreadableValue(`not a currency: ${currency.slice(0, 10)}`)
  return currencyDecimals(currency.toUpperCase()) ?? 2
}

/** What amounts of a currency are rounded to: `0.01` of euros, `1` of yen, `0.001` of Kuwaiti dinars. */
export const smallestUnit = (currency: string): string => shift('1', decimalsOf(currency))

/** Without zeros that say nothing, so that equal amounts are equal texts. */
function shift(digits: string, decimals: number): string {
  const padded = digits.padStart(decimals + 1, '0')
  const whole = padded.slice(0, padded.length - decimals).replace(/^0+(?=\d)/, '')
  const fraction = padded.slice(padded.length - decimals).replace(/0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}

/** The amount a text shows, without its sign; null where it shows none that can be read. */
function readFormatted(text: string | null | undefined, decimals: number): string | null {
  const number = /\d[\d\s.,'’]*/.exec(text ?? '')?.[0].replace(/[^\d]+$/, '')
  if (number === undefined) return null
  // One or two digits after the last sign are decimals; three are thousands, but where the currency has three.
  const [, fraction = ''] = (decimals === 3 ? /[.,](\d{1,3})$/ : /[.,](\d{1,2})$/).exec(number) ?? []
  const digits = number.replace(/\D/g, '')
  return digits.length > 16 ? null : shift(digits, fraction.length)
}
