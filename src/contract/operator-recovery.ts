/** The report about a restore from a backup, for the operator. */
import { Type, type Static } from 'typebox'

const id = Type.String()
const moment = Type.String({ format: 'date-time' })
const count = Type.Integer({ minimum: 0 })

const RecoveringAccount = Type.Object({
  workspaceId: id,
  connectionId: id,
  provider: Type.String(),
  state: Type.Enum(['reading', 'comparing', 'stuck', 'open']),
  since: moment,
  stays: Type.Object({ compared: count, new: count, changed: count, gone: count, unread: count }),
  nightsKept: count,
  error: Type.Union([Type.String(), Type.Null()]),
})

export const RecoveryReport = Type.Object({
  epoch: Type.Integer({ minimum: 1 }),
  recovery: Type.Union([
    Type.Null(),
    Type.Object({
      state: Type.Enum(['reconciling', 'completed']),
      backup: Type.Union([Type.String(), Type.Null()]),
      takenAt: moment,
      restoredAt: moment,
      declaredAt: moment,
      endedAt: Type.Union([moment, Type.Null()]),
      pushesDropped: count,
      mailsDropped: count,
      accounts: Type.Array(RecoveringAccount),
      heldDeliveries: Type.Array(Type.Object({ workspaceId: id, webhookId: id, held: count })),
      keptNights: Type.Array(
        Type.Object({
          workspaceId: id,
          listingId: id,
          date: Type.String({ format: 'date' }),
          connectionId: id,
          shownUnits: count,
          unitsLeft: count,
        }),
      ),
    }),
  ]),
})
export type RecoveryReport = Static<typeof RecoveryReport>
