import { because, VendorError } from '../../connector-kit/vendor-error.ts'
import type { DeclineReason, RequestAnswers } from '../../connector-kit/write-operations.ts'

const reasons: Record<DeclineReason, string> = {
  dates_not_available: 'dates_not_available',
  not_comfortable: 'not_comfortable',
  listing_not_ready: 'not_a_good_fit',
  different_dates_needed: 'not_a_good_fit',
  spam: 'not_comfortable',
  other: 'not_a_good_fit',
}

const pathOf = (code: string) => `/v2/reservations/${encodeURIComponent(code)}`

export const requestAnswers: RequestAnswers = {
  async accept({ http }, { externalId }) {
    await http.put(pathOf(externalId), { body: { attempt_action: 'accept' } }).catch(tooLate)
  },

  async decline({ http }, { externalId, reason, message }) {
    const body = {
      attempt_action: 'deny',
      decline_reason: reasons[reason],
      decline_message_to_guest: message,
    }
    await http.put(pathOf(externalId), { body }).catch(tooLate)
  },
}

/** Whoever answers a request that no longer waits is refused in words that are not published. */
function tooLate(error: unknown): never {
  const isStatus =
    error instanceof VendorError &&
    error.kind === 'rejected' &&
    /waiting|pending|already|expired/i.test(error.vendorMessage ?? '')
  throw isStatus ? because(error, 'too_late') : error
}
