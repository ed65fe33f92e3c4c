import { fieldOf } from '../../connector-kit/answers.ts'
import type { VendorContext } from '../../connector-kit/connector.ts'
import { because, VendorError } from '../../connector-kit/vendor-error.ts'
import type { VendorDeclineReason, RequestAnswers } from '../../connector-kit/write-operations.ts'
import { requestIdOf, requestPath } from './requests.ts'

/** Only NOT_COMFORTABLE takes a text, and requires one. */
const reasons: Record<VendorDeclineReason, string> = {
  dates_not_available: 'DATES_NOT_AVAILABLE',
  different_dates_needed: 'DATES_NOT_AVAILABLE',
  listing_not_ready: 'DATES_NOT_AVAILABLE',
  not_comfortable: 'NOT_COMFORTABLE',
  spam: 'NOT_COMFORTABLE',
  other: 'NOT_COMFORTABLE',
}
const longestText = 255

export const requestAnswers: RequestAnswers = {
  accept: (context, { externalId }) => answer(context, externalId, { status: 'APPROVED' }),

  decline(context, { externalId, reason, message }) {
    const rejectionReason = reasons[reason]
    const text = message.trim().slice(0, longestText) || 'The host declined this request.'
    const words = rejectionReason === 'NOT_COMFORTABLE' ? { rejectionReasonText: text } : {}
    return answer(context, externalId, { status: 'REJECTED', rejectionReason, ...words })
  },
}

async function answer(context: VendorContext, externalId: string, body: object): Promise<void> {
  const id = requestIdOf(externalId)
  if (id === null) throw new VendorError('not_found', `${externalId} is no request to book`)
  const path = requestPath(context, id)
  try {
    await context.http.post(path, { body })
  } catch (error) {
    if (!(error instanceof VendorError) || error.kind !== 'rejected') throw error
    // The vendor does not publish its words of refusal, so the request's present status decides.
    const status = fieldOf(fieldOf(await context.http.get(path), 'data'), 'requestStatus')
    throw status === 'CREATED' ? error : because(error, 'too_late')
  }
}
