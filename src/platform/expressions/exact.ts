/** Numbers of expressions are whole multiples of 10^-12, so that amounts are exact without floats. */

const places = 12
const one = 10n ** BigInt(places)
/** No count or amount is larger than this. */
const largest = 10n ** 24n * one

const plain = /^-?\d+(\.\d+)?$/

const inRange = (units: bigint): bigint | null => (units < largest && units > -largest ? units : null)

/** Rounds half away from zero. */
function rounded(numerator: bigint, divisor: bigint): bigint {
  const isNegative = numerator < 0n !== divisor < 0n
  const [n, d] = [numerator < 0n ? -numerator : numerator, divisor < 0n ? -divisor : divisor]
  const quotient = (n * 2n + d) / (d * 2n)
  return isNegative ? -quotient : quotient
}

/** Parses a decimal number to twelve decimals; null when it is none or too large. */
export function unitsOfText(text: string): bigint | null {
  if (text.length > 100 || !plain.test(text)) return null
  const [whole = '', fraction = ''] = text.split('.')
  const digits = fraction.slice(0, places).padEnd(places, '0')
  const isNegative = text.startsWith('-')
  const size =
    BigInt((isNegative ? whole.slice(1) : whole) + digits) + (fraction.charAt(places) >= '5' ? 1n : 0n)
  return inRange(isNegative ? -size : size)
}

/** Converts a JSON number by its shortest decimal spelling. */
export function unitsOfNumber(number: number): bigint | null {
  if (Number.isSafeInteger(number)) return BigInt(number) * one
  const text = String(number)
  const [digits = '', exponent] = text.split('e')
  if (exponent === undefined) return unitsOfText(text)
  const power = Number(exponent)
  // The number is smaller than the smallest unit, or larger than the largest.
  if (power < -places - 1) return 0n
  if (power > 30) return null
  const [whole = '', fraction = ''] = digits.split('.')
  const sign = whole.startsWith('-') ? '-' : ''
  const size = sign === '' ? whole : whole.slice(1)
  const moved =
    power < 0
      ? `0.${'0'.repeat(-power - 1)}${size}${fraction}`
      : `${size}${fraction.padEnd(power, '0').slice(0, power)}.${fraction.slice(power)}0`
  return unitsOfText(sign + moved)
}

export const add = (a: bigint, b: bigint): bigint | null => inRange(a + b)
export const subtract = (a: bigint, b: bigint): bigint | null => inRange(a - b)
export const multiply = (a: bigint, b: bigint): bigint | null => inRange(rounded(a * b, one))
export const divide = (a: bigint, b: bigint): bigint | null =>
  b === 0n ? null : inRange(rounded(a * one, b))

/** Prints plain decimals: `642.5`, never `6.425e2`. */
export function textOfUnits(units: bigint): string {
  const size = units < 0n ? -units : units
  const fraction = String(size % one)
    .padStart(places, '0')
    .replace(/0+$/, '')
  return `${units < 0n ? '-' : ''}${size / one}${fraction === '' ? '' : `.${fraction}`}`
}
