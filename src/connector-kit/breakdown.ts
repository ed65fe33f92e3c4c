import { addDecimals } from './money.ts'
import type { VendorQuote } from './write-operations.ts'

type Breakdown = NonNullable<VendorQuote['breakdown']>

/** The parts of a price, each the sum of the lines that belong to it. */
export function breakdownOf(lines: readonly { part: keyof Breakdown; amount: string }[]): Breakdown {
  const parts: Breakdown = {}
  for (const { part, amount } of lines) parts[part] = addDecimals([parts[part] ?? '0', amount])
  return parts
}

/** The answer to a stay that cannot be had. */
export function notOffered(restrictions: string[]): VendorQuote {
  return { available: false, total: null, currency: null, restrictions }
}
