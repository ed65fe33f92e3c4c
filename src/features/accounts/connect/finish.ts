/** Credentials: of an app, or of somebody who has a session. */
import type { Connection, CredentialsBody, CredentialsResult } from '../../../contract/connection.ts'
import type { ProviderConnectBody } from '../../../contract/connect-request.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Scope } from '../../../platform/tenant.ts'
import { connectionById } from '../connections/queries.ts'
import { connectWithCredentials } from '../connections/connect.ts'
import { knownConnector } from '../connections/providers.ts'
import { toConnection } from '../connections/map.ts'
import type { Services } from '../../../services.ts'
import { doorOf, unitsDoor } from './doors.ts'
import { assertOffered, assertTheirs, sessionFor, type Caller } from './sessions.ts'

export async function connectThroughSession(
  services: Services,
  caller: Caller,
  provider: string,
  body: CredentialsBody,
): Promise<CredentialsResult> {
  knownConnector(services, provider)
  const { sessionId, mapUnits = false, ...given } = body
  if (sessionId === undefined) {
    if (!caller.scope) throw new ApiError('unauthorized')
    return connectWithCredentials(services, caller.scope, provider, given)
  }
  const session = await sessionFor(services, sessionId, 'finish')
  const target = session.key.scope
  assertTheirs(session.key, caller)
  assertOffered(session, provider)
  const door = (mapUnits ? unitsDoor : doorOf)(services, session, provider)
  const result = await connectWithCredentials(services, target, provider, given, door)
  return { ...result, sessionId }
}

export async function connectNow(
  services: Services,
  scope: Scope,
  provider: string,
  body: Pick<CredentialsBody, 'credentials' | 'reservationHistoryMonths'>,
): Promise<Connection> {
  const { pmsConnectionId } = await connectWithCredentials(services, scope, provider, body)
  const row = await connectionById(services.db, scope, pmsConnectionId)
  if (!row) throw new Error(`connection ${pmsConnectionId} was not found`)
  return toConnection(row)
}

/** Older clients send them beside the other fields; null when there are none. */
export function flatCredentials(body: ProviderConnectBody): Record<string, unknown> | null {
  if (body.credentials !== undefined) return body.credentials
  const { apiKey, clientId, clientSecret } = body
  const given = Object.entries({ apiKey, clientId, clientSecret }).filter(([, value]) => value !== undefined)
  return given.length > 0 ? Object.fromEntries(given) : null
}
