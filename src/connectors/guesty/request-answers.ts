import { because, VendorError } from '../../connector-kit/vendor-error.ts'
import type { PreApprovals, RequestAnswers } from '../../connector-kit/write-operations.ts'
import { bookingPath } from './held-stay.ts'
import { messageWrites } from './inbox.ts'

export const requestAnswers: RequestAnswers = {
  async accept({ http }, { externalId }) {
    await http.post(`${bookingPath(externalId)}/approve`).catch(tooLate)
  },

  async decline({ http }, { externalId, reason, message }) {
    const body = { reason, messageToGuest: message }
    await http.post(`${bookingPath(externalId)}/decline`, { body }).catch(tooLate)
  },
}

export const preApprovals: PreApprovals = {
  async approve(context, { inquiryExternalId, conversationExternalId, message }) {
    await context.http.post(`${bookingPath(inquiryExternalId)}/pre-approve`).catch(tooLate)
    if (message === undefined) return { expiresAt: null }
    // The pre-approval takes no words; those that do not get through are no reason to call it undone.
    const words = { conversationExternalId, platform: 'airbnb', body: message, files: [] }
    await messageWrites.send(context, words).catch((error: unknown) => {
      if (!(error instanceof VendorError)) throw error
    })
    return { expiresAt: null }
  },
}

/** Documented: 400 and 422 say that it no longer waits for an answer, or was answered. */
function tooLate(error: unknown): never {
  const isStatus =
    error instanceof VendorError &&
    error.kind === 'rejected' &&
    (error.status === 400 || error.status === 422) &&
    /status|already|only|duplicate/i.test(error.vendorMessage ?? '')
  throw isStatus ? because(error, 'too_late') : error
}
