/** Values that no record has by itself and schemas may name all the same. Pure. */
import type { ShapedKind } from '../../../http/route.ts'
import type {
  DerivedFields,
  ExpressionRecord,
  ExpressionValue,
} from '../../../platform/expressions/compile.ts'

const dayMs = 86_400_000

function nights({ checkIn, checkOut }: ExpressionRecord): ExpressionValue {
  const count = (Date.parse(String(checkOut)) - Date.parse(String(checkIn))) / dayMs
  return Number.isInteger(count) ? count : null
}

function priceOfNights({ financials }: ExpressionRecord): ExpressionValue {
  const { host } = (financials ?? {}) as { host?: { accommodation?: number } }
  return host?.accommodation ?? null
}

const none: DerivedFields = new Map()

const derived: Partial<Record<ShapedKind, DerivedFields>> = {
  reservation: new Map<string, (record: ExpressionRecord) => ExpressionValue>([
    ['nights', nights],
    // Older names of what the record has.
    ['propertyId', ({ listingId }) => (listingId as string | undefined) ?? null],
    ['financials.breakdown.basePrice', priceOfNights],
  ]),
}

export const derivedValuesFor = (kind: ShapedKind): DerivedFields => derived[kind] ?? none
