/** Converts a JSON number to exact decimal text; null when it has more than three decimals, which no currency has. */
export function decimalText(amount: number): string | null {
  const text = String(amount)
  return /^-?\d+(\.\d{1,3})?$/.test(text) ? text : null
}

/** Rounds decimal text to `places` decimals, half away from zero, without floats. */
export function scaled(decimal: string, places: number): string {
  const match = /^(-?)(\d+)(?:\.(\d*))?$/.exec(decimal)
  if (!match) throw new Error(`${decimal} is not a decimal amount`)
  const [, sign = '', whole = '0', fraction = ''] = match
  const decimals = (fraction + '0'.repeat(places)).slice(0, places)
  const roundUp = Number(fraction[places] ?? '0') >= 5
  const digits = String(BigInt(whole + decimals) + (roundUp ? 1n : 0n)).padStart(places + 1, '0')
  const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
  return /[1-9]/.test(text) ? sign + text : text
}

/** Converts an exact decimal to a JSON number. Use it for output only, never for arithmetic. */
export function decimalToNumber(decimal: string): number {
  return Number(decimal)
}

/** Converts a percentage to a fraction, with two more decimals: 15 becomes `0.15`. */
export function fractionOfPercent(percent: string): string {
  const [whole = '0', decimals = ''] = percent.split('.')
  const digits = `${whole.padStart(3, '0')}${decimals}`
  const at = digits.length - decimals.length - 2
  return `${Number(digits.slice(0, at))}.${digits.slice(at)}`.replace(/\.?0+$/, '')
}
