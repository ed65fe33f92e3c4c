/** How the resolver finishes writes to a PMS whose outcome was lost. */
import type { ActKinds, ResolvedKind } from '../../../upstream/acts/public.ts'
import { findDone } from './pms-act.ts'
import type { CompletedOperation } from './pms-operations.ts'
import { recordPmsOutcome } from './pms-record.ts'
import type { PmsActKind } from './pms-request.ts'

const booking: ResolvedKind = {
  neverGivesUp: true,
  async find(context, connector, act, access) {
    const done = await findDone(context, connector, act, access)
    return done && { externalId: done.externalId, errors: done.errors }
  },
  async record(access, act) {
    const context = { services: access.services, storeAnswer: async () => {} }
    await recordPmsOutcome(access, act, act.result as CompletedOperation, {
      context,
      reply: async () => null,
    })
  },
}

export const bookingActs: Pick<ActKinds, PmsActKind> = {
  create_reservation: booking,
  modify_reservation: booking,
  cancel_reservation: booking,
  accept_request: booking,
  decline_request: booking,
  change_reservation: booking,
  refund_reservation: booking,
}
