import { addDecimals, decimalString } from '../../connector-kit/money.ts'
import type { VendorQuote } from '../../connector-kit/write-operations.ts'
import type { VendorQuoted } from './vendor-writes.ts'

type Part = keyof NonNullable<VendorQuote['breakdown']>

// price_types[].type; a promotion is taken off the rate. Cleaning is a fee among others.
const parts: Record<string, Part> = { RoomRate: 'accommodation', Promotion: 'accommodation', Tax: 'taxes' }

export function partsOf({ room_types: rooms }: VendorQuoted): NonNullable<VendorQuote['breakdown']> {
  const sums: Partial<Record<Part, string>> = {}
  for (const { type, is_negative, subtotal } of (rooms ?? []).flatMap((room) => room.price_types ?? [])) {
    const amount = decimalString(subtotal)
    if (amount === null) continue
    const part = parts[type ?? ''] ?? 'fees'
    // Whether a negative part already comes with its sign is not documented.
    const signed = is_negative === true && !amount.startsWith('-') ? `-${amount}` : amount
    sums[part] = addDecimals([sums[part] ?? '0', signed])
  }
  return sums
}
