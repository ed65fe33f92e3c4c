/** A property of Booking.com is claimed in a session: it has to have named this server; then its rooms are read. */
import type { BookingClaim, BookingVerifyBody } from '../../../contract/booking-claim.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Services } from '../../../services.ts'
import { servicesIn } from '../../../upstream/sandbox-vendor/public.ts'
import { connectableConnector } from '../connections/providers.ts'
import { connectWithCredentials } from '../connections/connect.ts'
import { claimDoor } from './doors.ts'
import { assertOffered, sessionFor } from './sessions.ts'

export const claimed = 'booking'

export async function verifyClaim(
  given: Services,
  { sessionId, hotelId }: BookingVerifyBody,
): Promise<BookingClaim> {
  const session = await sessionFor(given, sessionId, 'await_mapping')
  assertOffered(session, claimed)
  const { scope } = session.key
  assertCredentialsOf(servicesIn(given, scope))
  const body = { credentials: { hotelId } }
  const door = claimDoor(given, session, claimed)
  const { pmsConnectionId, accountInfo } = await connectWithCredentials(
    given,
    scope,
    claimed,
    body,
    door,
  ).catch(refused)
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

/** This server has no account with the channel: nobody who claims a property can do anything about it. */
function assertCredentialsOf(services: Services): void {
  try {
    connectableConnector(services, claimed)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'provider_unavailable') throw error
    throw new ApiError(error.code, error.message, error.extra, { cause: error, statusCase: 'claim' })
  }
}

function refused(error: unknown): never {
  const isEarly =
    error instanceof ApiError &&
    error.code === 'invalid_credentials' &&
    error.extra.reason === 'not_designated'
  if (!isEarly) throw error
  throw new ApiError('designation_required', error.message, error.extra, { cause: error })
}
