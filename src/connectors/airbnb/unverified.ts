/**
 * Only third parties describe these calls, or they are reconstructions: Airbnb itself is never called with
 * them unless AIRBNB_UNVERIFIED_CALLS says so. NOTES.md says what is known of each.
 */
import type { VendorOperations } from '../../connector-kit/connector.ts'
import { wholeContent } from './content/sections.ts'
import { alterations, withAlterations } from './alterations.ts'
import { listingCreation } from './listing-creation.ts'
import { messagesWithPictures } from './message-writes.ts'
import { preApprovals, specialOffers } from './offers.ts'
import { reservations } from './reservations.ts'
import { reviewWrites } from './reviews.ts'
import { fieldOf } from '../../connector-kit/answers.ts'
import { presentText } from '../../connector-kit/readings.ts'
import { VendorError, because } from '../../connector-kit/vendor-error.ts'
import type {
  HostCancellations,
  VendorDeclineReason,
  RequestAnswers,
} from '../../connector-kit/write-operations.ts'

const reasons: Record<VendorDeclineReason, string> = {
  dates_not_available: 'dates_not_available',
  not_comfortable: 'not_comfortable',
  listing_not_ready: 'not_a_good_fit',
  different_dates_needed: 'not_a_good_fit',
  spam: 'not_comfortable',
  other: 'not_a_good_fit',
}

const pathOf = (code: string) => `/v2/reservations/${encodeURIComponent(code)}`

const requestAnswers: RequestAnswers = {
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

/** Answering a request that no longer waits is refused in words that Airbnb does not publish. */
function tooLate(error: unknown): never {
  const isStatus =
    error instanceof VendorError &&
    error.kind === 'rejected' &&
    /waiting|pending|already|expired/i.test(error.vendorMessage ?? '')
  throw isStatus ? because(error, 'too_late') : error
}

/** Only reasons listed with the booking are allowed, and they decide the host's penalty. */
const hostCancellations: HostCancellations = {
  async cancel({ http }, { externalId, reason }) {
    const path = `/v2/reservations/${encodeURIComponent(externalId)}`
    const booking = fieldOf(await http.get(path), 'reservation')
    const options = fieldOf(fieldOf(booking, 'host_cancellation'), 'options')
    const offered = (Array.isArray(options) ? options : []).flatMap(
      (option: unknown) => presentText(fieldOf(option, 'reason')) ?? [],
    )
    if (!offered.includes(reason)) throw notOffered(reason, offered)
    await http.put(path, { body: { status_type: 'cancelled_by_host', reason } })
  },
}

function notOffered(reason: string, offered: readonly string[]): VendorError {
  const rest =
    offered.length === 0 ? 'none is offered for it' : `what is offered for it: ${offered.join(', ')}`
  const vendorMessage = `the booking cannot be cancelled with the reason ${reason}; ${rest}`
  return new VendorError('rejected', vendorMessage, { vendorMessage })
}

export const unverified = {
  channelContent: wholeContent,
  alterations,
  hostCancellations,
  listingCreation,
  messageWrites: messagesWithPictures,
  preApprovals,
  requestAnswers,
  // These bookings include their requested changes.
  reservations: withAlterations(reservations),
  reviewWrites,
  specialOffers,
} satisfies Partial<VendorOperations>
