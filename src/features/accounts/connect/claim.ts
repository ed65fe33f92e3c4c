/** Claims a Booking.com property in a session: the property must have designated this server, then its rooms are read. */
import type { BookingClaim, BookingVerifyBody } from '../../../contract/booking-claim.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Services } from '../../../services.ts'
import { servicesIn } from '../../../upstream/sandbox-vendor/public.ts'
import { findConnectableConnector } from '../connections/find-connector.ts'
import { connectWithCredentials } from '../connections/connect-with-credentials.ts'
import { createClaimHook } from './session-hooks.ts'
import { assertOffered, findSessionForMove } from './sessions.ts'

export const claimableProvider = 'booking'

export async function claimProperty(
  given: Services,
  { sessionId, hotelId }: BookingVerifyBody,
): Promise<BookingClaim> {
  const session = await findSessionForMove(given, sessionId, 'await_mapping')
  assertOffered(session, claimableProvider)
  const { scope } = session.key
  assertCredentialsOf(servicesIn(given, scope))
  const body = { credentials: { hotelId } }
  const door = createClaimHook(given, session, claimableProvider)
  const { pmsConnectionId, accountInfo } = await connectWithCredentials(
    given,
    scope,
    claimableProvider,
    body,
    door,
  ).catch(throwClaimError)
  const { lacks = [], place } = accountInfo
  return {
    valid: true,
    sessionId,
    connectionId: pmsConnectionId,
    hotelId: accountInfo.externalAccountId,
    hotelName: accountInfo.accountName,
    hotelType: place?.kind ?? null,
    country: place?.country ?? null,
    city: place?.city ?? null,
    missingCapabilities: [...lacks],
  }
}

/** The server has no account with the channel, and whoever claims a property cannot fix that. */
function assertCredentialsOf(services: Services): void {
  try {
    findConnectableConnector(services, claimableProvider)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'provider_unavailable') throw error
    throw new ApiError(error.code, error.message, error.extra, { cause: error, statusCase: 'claim' })
  }
}

function throwClaimError(error: unknown): never {
  const isEarly =
    error instanceof ApiError &&
    error.code === 'invalid_credentials' &&
    error.extra.reason === 'not_designated'
  if (!isEarly) throw error
  throw new ApiError('designation_required', error.message, error.extra, { cause: error })
}
