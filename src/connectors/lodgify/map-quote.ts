import { decimalString } from '../../connector-kit/money.ts'
import { meaningOf } from '../../connector-kit/readings.ts'
import { breakdownOf } from '../../connector-kit/stay-readings.ts'
import type { VendorQuote } from '../../connector-kit/write-operations.ts'
import type { VendorQuoted } from './vendor-writes.ts'

type Part = keyof NonNullable<VendorQuote['breakdown']>

// price_types[].type; a promotion is taken off the rate. Cleaning is a fee among others.
const parts: Record<string, Part> = { RoomRate: 'accommodation', Promotion: 'accommodation', Tax: 'taxes' }

export function partsOf({ room_types: rooms }: VendorQuoted): NonNullable<VendorQuote['breakdown']> {
  const types = (rooms ?? []).flatMap((room) => room.price_types ?? [])
  const lines = types.flatMap(({ type, is_negative, subtotal }) => {
    const amount = decimalString(subtotal)
    if (amount === null) return []
    // Whether a negative part already comes with its sign is not documented.
    const signed = is_negative === true && !amount.startsWith('-') ? `-${amount}` : amount
    return [{ part: meaningOf(parts, type) ?? 'fees', amount: signed }]
  })
  return breakdownOf(lines)
}
