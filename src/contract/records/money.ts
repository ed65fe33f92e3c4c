import { Type, type Static } from 'typebox'
import { Decimal, strict } from './fields.ts'

const MoneyLine = Type.Object(
  {
    amount: Decimal,
    name: Type.Optional(Type.String()),
    type: Type.Optional(Type.String()),
    description: Type.Optional(Type.String()),
    quantity: Type.Optional(Type.Number()),
  },
  strict,
)

/** Parts a vendor does not report are absent, never zero. */
export const FinancialsRecord = Type.Partial(
  Type.Object({
    cancellationPolicy: Type.String(),
    host: Type.Partial(
      Type.Object({
        accommodation: Decimal,
        discounts: Type.Array(MoneyLine),
        guestFees: Type.Array(MoneyLine),
        hostFees: Type.Array(MoneyLine),
        taxes: Type.Array(MoneyLine),
        revenue: Decimal,
        /** The channel has paid this much of it by now. */
        paidOut: Decimal,
      }),
      strict,
    ),
    guest: Type.Partial(
      Type.Object({ totalPrice: Decimal, fees: Type.Array(MoneyLine), taxes: Type.Array(MoneyLine) }),
      strict,
    ),
  }),
  strict,
)

export type FinancialsRecord = Static<typeof FinancialsRecord>
