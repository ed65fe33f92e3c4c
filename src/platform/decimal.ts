/** A JSON number as exact decimal text; null: it has more than three decimals, which no currency has. */
export function decimalText(amount: number): string | null {
  const text = String(amount)
  return /^-?\d+(\.\d{1,3})?$/.test(text) ? text : null
}

/** Decimal text to `places` decimals, rounded half away from zero, without ever being a float. */
export function scaled(decimal: string, places: number): string {
  const match = /^(-?)(\d+)(?:\.(\d*))?$/.exec(decimal)
  if (!match) throw new Error(`${decimal} is not a decimal amount`)
  const [, sign = '', whole = '0', fraction = ''] = match
  const kept = (fraction + '0'.repeat(places)).slice(0, places)
  const roundUp = Number(fraction[places] ?? '0') >= 5
  const digits = String(BigInt(whole + kept) + (roundUp ? 1n : 0n)).padStart(places + 1, '0')
  const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
  return /[1-9]/.test(text) ? sign + text : text
}

/** The JSON number of an exact decimal; only for showing, never for arithmetic. */
export function decimalToNumber(decimal: string): number {
  return Number(decimal)
}

/** 15 percent is `0.15`; the decimals are those of the percentage and two more. */
export function fractionOfPercent(percent: string): string {
  const [whole = '0', decimals = ''] = percent.split('.')
  const digits = `${whole.padStart(3, '0')}${decimals}`
  const at = digits.length - decimals.length - 2
  return `${Number(digits.slice(0, at))}.${digits.slice(at)}`.replace(/\.?0+$/, '')
}
