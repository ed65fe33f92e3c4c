import { Type, type Static } from 'typebox'
import { CivilDate, Count, Decimal, Text, nullable, strict } from './fields.ts'

export const CalendarDayRecord = Type.Object(
  {
    date: CivilDate,
    available: Type.Boolean(),
    price: Type.Optional(nullable(Decimal)),
    /** Smaller parties may see other prices; absent where `price` is everybody's. */
    partyPrices: Type.Optional(Type.Array(Decimal)),
    minNights: Type.Optional(nullable(Count)),
    maxNights: Type.Optional(nullable(Count)),
    closedToArrival: Type.Optional(nullable(Type.Boolean())),
    closedToDeparture: Type.Optional(nullable(Type.Boolean())),
    /** This many homes or rooms are left to sell that night. */
    availableUnits: Type.Integer({ minimum: 0 }),
    note: Type.Optional(Text),
  },
  strict,
)

export type CalendarDayRecord = Static<typeof CalendarDayRecord>
