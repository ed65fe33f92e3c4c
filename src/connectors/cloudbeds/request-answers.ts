import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import type { RequestAnswers } from '../../connector-kit/write-operations.ts'
import { change } from './reservation-writes.ts'
import { propertyIn, soleRoom } from './reservations.ts'

/** A booking that awaits confirmation is answered by its status; no message to the guest can go with it. */
export const requestAnswers: RequestAnswers = {
  accept: (context, { externalId }) => answer(context, externalId, 'confirmed'),
  decline: (context, { externalId }) => answer(context, externalId, 'canceled'),
}

async function answer(context: VendorContext, externalId: string, status: string): Promise<void> {
  const { reservation } = await soleRoom(context, externalId)
  if (reservation.status !== 'not_confirmed' || reservation.isDeleted === true) {
    const text = `reservation ${externalId} is ${reservation.status} and waits for no answer`
    throw new VendorError('rejected', text, { reason: 'too_late' })
  }
  await change(context, propertyIn(reservation), externalId, { status })
}
