/** Values that no record has by itself and schemas may name all the same. Pure. */
import type { ShapedKind } from '../../../http/shaped.ts'
import type { Derived, JsonObject, Value } from '../../../platform/expressions/compile.ts'

const dayMs = 86_400_000

function nights({ checkIn, checkOut }: JsonObject): Value {
  const count = (Date.parse(String(checkOut)) - Date.parse(String(checkIn))) / dayMs
  return Number.isInteger(count) ? count : null
}

function priceOfNights({ financials }: JsonObject): Value {
  const { host } = (financials ?? {}) as { host?: { accommodation?: number } }
  return host?.accommodation ?? null
}

const none: Derived = new Map()

const derived: Partial<Record<ShapedKind, Derived>> = {
  reservation: new Map<string, (record: JsonObject) => Value>([
    ['nights', nights],
    // Older names of what the record has.
    ['propertyId', ({ listingId }) => (listingId as string | undefined) ?? null],
    ['financials.breakdown.basePrice', priceOfNights],
  ]),
}

export const derivedOf = (kind: ShapedKind): Derived => derived[kind] ?? none
