/** Reads a special offer from its channel. */
import { VendorError } from '../../../connector-kit/vendor-error.ts'
import type { SpecialOffer } from '../../../contract/offer-write.ts'
import type { Scope } from '../../../platform/tenant.ts'
import type { Services } from '../../../services.ts'
import { callConnection } from '../../../upstream/access.ts'
import { isCertain } from '../../../upstream/errors.ts'
import {
  readingAccessOf,
  findRelayConnector,
  notSupportedError,
  refusedAnswerError,
  findInquiryThread,
  unknownAnswerError,
} from './find-inquiry.ts'
import { findStoredOffer } from './offers.ts'
import { toOffer } from './offer-rules.ts'

/** Throws where the channel shows no offers or cannot be called. */
export async function readOfferLive(
  services: Services,
  scope: Scope,
  id: string,
  offerId: string,
): Promise<SpecialOffer> {
  const thread = await findInquiryThread(services, scope, id)
  const row = await findStoredOffer(services, scope, thread, offerId)
  const { manifest, operations } = findRelayConnector(thread, services)
  const read = operations.specialOffers?.read
  if (!read) throw notSupportedError(thread, 'where nobody can be asked how far an offer got')
  const access = await readingAccessOf(services, scope, thread)
  const shown = toOffer(row, services.clock.now())
  try {
    const there = await callConnection(access, (context) => read(context, row.external_id))
    // The offer is gone there, so nobody can accept it.
    if (there === null) return { ...shown, status: shown.status === 'active' ? 'expired' : shown.status }
    return {
      ...shown,
      status: there.state ?? shown.status,
      expiresAt: there.expiresAt === null ? shown.expiresAt : new Date(there.expiresAt).toISOString(),
    }
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    if (isCertain(error)) throw refusedAnswerError(error, manifest.id, thread)
    throw unknownAnswerError(thread, error.message, null)
  }
}
