import { UnreadableValue } from './dates.ts'

const decimal = /^(-?)(\d{1,14})(?:\.(\d+))?$/
const scale = 6

/** Converts a vendor's amount to the exact decimal string it wrote: `211.62`, `0`, `-5.5`. A JSON number prints as written up to fifteen digits. */
export function decimalString(value: number | string | null | undefined): string | null {
  if (value === null || value === undefined || value === '') return null
  const text = typeof value === 'number' ? digitsOf(value) : plainAmount(value)
  const match = text === null ? null : decimal.exec(text)
  if (text === null || match === null)
    throw new UnreadableValue(`not an amount: ${String(value).slice(0, 40)}`)
  const [, sign = '', whole = '', fraction = ''] = match
  // More than six decimals are arithmetic noise (0.30000000000000004).
  return fraction.length > scale ? rounded(text) : tidy(sign, whole, fraction)
}

/** Reads like decimalString, but zero counts as missing, for fee fields that vendors fill with zeros. */
export function nonZeroDecimal(value: number | string | null | undefined): string | null {
  const amount = decimalString(value)
  return amount === null || isZero(amount) ? null : amount
}

export const isZero = (amount: string): boolean => /^-?0*(\.0*)?$/.test(amount)

export const negated = (amount: string): string =>
  isZero(amount) ? '0' : amount.startsWith('-') ? amount.slice(1) : `-${amount}`

export const isSameAmount = (one: string, other: string): boolean =>
  isZero(addDecimals([one, negated(other)]))

/** Returns the exact sum of decimal strings. */
export function addDecimals(amounts: string[]): string {
  const total = amounts.reduce((sum, amount) => sum + inUnits(amount), 0n)
  const digits = (total < 0n ? -total : total).toString().padStart(scale + 1, '0')
  return tidy(total < 0n ? '-' : '', digits.slice(0, -scale), digits.slice(-scale).replace(/0+$/, ''))
}

/** Scales to a whole number for exact arithmetic: 1.25 with two decimals is 125. Smaller parts are cut. */
export function inUnits(amount: string, decimals = scale): bigint {
  const match = decimal.exec(amount)
  if (match === null) throw new UnreadableValue(`not an amount: ${amount.slice(0, 40)}`)
  const [, sign = '', whole = '', fraction = ''] = match
  const units = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  return sign === '-' ? -units : units
}

const currencySign = /^(?:[A-Z]{3}|\p{Sc})\s*|\s*(?:[A-Z]{3}|\p{Sc})$/gu
const groupingSpace = /(?<=\d)[\s\u00a0\u202f'’](?=\d{3}(?:\D|$))/g
/** Digits form groups of three with one separator, and decimals follow the other. */
const groupedByComma = /^\d{1,3}(?:,\d{3})+\.\d+$|^\d{1,3}(?:,\d{3}){2,}$/
const groupedByPoint = /^\d{1,3}(?:\.\d{3})+,\d+$|^\d{1,3}(?:\.\d{3}){2,}$/
/** Three digits after a single comma are ambiguous, so such a text is not read. */
const decimalComma = /^\d+,(?:\d{1,2}|\d{4,})$/

/** Converts a formatted amount to decimal text; null when it is ambiguous or unreadable. */
export function plainAmount(written: string): string | null {
  const bare = written.trim().replace(currencySign, '').replace(groupingSpace, '')
  const [, sign = '', digits = ''] = /^([-+\u2212]?)\s*(.*)$/su.exec(bare) ?? []
  const plain = groupedByComma.test(digits)
    ? digits.replaceAll(',', '')
    : groupedByPoint.test(digits)
      ? digits.replaceAll('.', '').replace(',', '.')
      : decimalComma.test(digits)
        ? digits.replace(',', '.')
        : digits
  const amount = (sign === '' || sign === '+' ? '' : '-') + plain
  return decimal.test(amount) ? amount : null
}

// Writes numbers below a millionth without the exponent that String gives them.
function digitsOf(value: number): string {
  if (!Number.isFinite(value)) return String(value)
  const text = String(value)
  return text.includes('e') ? value.toFixed(scale) : text
}

function rounded(text: string): string {
  const match = decimal.exec(text)
  const [, sign = '', whole = '', fraction = ''] = match ?? []
  const digits = BigInt(whole + fraction.slice(0, scale)) + (Number(fraction[scale]) >= 5 ? 1n : 0n)
  const padded = digits.toString().padStart(scale + 1, '0')
  return tidy(sign, padded.slice(0, -scale), padded.slice(-scale).replace(/0+$/, ''))
}

function tidy(sign: string, whole: string, fraction: string): string {
  const digits = whole.replace(/^0+(?=\d)/, '')
  const text = fraction === '' ? digits : `${digits}.${fraction}`
  return /^[0.]*$/.test(text) ? text : sign + text
}
