import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { RequestAnswers } from '../../connector-kit/write-operations.ts'
import { bookingPath, demandOwn, heldBooking } from './held-booking.ts'
import { sendTo } from './message-writes.ts'
import { withReason } from './refusals.ts'

/** Of bookings that wait for the host on the account's own ways; what channels do with an answer is not documented. */
export const requestAnswers: RequestAnswers = {
  async accept(context, { externalId }) {
    demandOwn(await heldBooking(context, externalId))
    await withReason(() => context.http.put(`${bookingPath(externalId)}/book`))
  },

  async decline(context, { externalId, message }) {
    demandOwn(await heldBooking(context, externalId))
    await withReason(() => context.http.put(`${bookingPath(externalId)}/decline`))
    // The verb takes no words; a message that does not get through is no reason to call the request undecided.
    if (message === '') return
    await sendTo(context, bookingPath(externalId), message).catch((error: unknown) => {
      if (!(error instanceof VendorError)) throw error
    })
  },
}
