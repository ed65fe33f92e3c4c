/** A JSON number as exact decimal text; null: it has more than three decimals, which no currency has. */
export function decimalText(amount: number): string | null {
  const text = String(amount)
  return /^-?\d+(\.\d{1,3})?$/.test(text) ? text : null
}
