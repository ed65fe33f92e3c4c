import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { RequestAnswers } from '../../connector-kit/write-operations.ts'
import { bookingPath, demandOwn, heldBooking } from './held-booking.ts'
import { sendTo } from './message-writes.ts'
import { withReason } from './refusals.ts'

/**
 * Only the account's own booking requests can be answered; channels' handling of an answer is not documented.
 */
export const requestAnswers: RequestAnswers = {
  async accept(context, { externalId }) {
    demandOwn(await heldBooking(context, externalId))
    await withReason(() => context.http.put(`${bookingPath(externalId)}/book`))
  },

  async decline(context, { externalId, message }) {
    demandOwn(await heldBooking(context, externalId))
    await withReason(() => context.http.put(`${bookingPath(externalId)}/decline`))
    // The call takes no text, and a failed message does not leave the request undecided.
    if (message === '') return
    await sendTo(context, bookingPath(externalId), message).catch((error: unknown) => {
      if (!(error instanceof VendorError)) throw error
    })
  },
}
