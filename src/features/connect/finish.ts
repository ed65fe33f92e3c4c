/** Credentials: of an app, or of somebody who has a session. */
import type { Connection, CredentialsBody, CredentialsResult } from '../../contract/connection.ts'
import type { ProviderConnectBody } from '../../contract/connect-request.ts'
import type { Principal } from '../../http/route.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Scope } from '../../platform/tenant.ts'
import {
  connectionById,
  connectWithCredentials,
  knownConnector,
  toConnection,
} from '../connections/public.ts'
import type { Services } from '../services.ts'
import { assertOffered, doorOf, sessionFor } from './sessions.ts'

/** Undefined for a request without a key. */
export interface Caller {
  principal: Principal | undefined
  scope: Scope | undefined
}

export async function connectThroughSession(
  services: Services,
  { principal, scope }: Caller,
  provider: string,
  body: CredentialsBody,
): Promise<CredentialsResult> {
  knownConnector(services, provider)
  const { sessionId } = body
  if (sessionId === undefined) {
    if (!scope) throw new ApiError('unauthorized')
    return connectWithCredentials(services, scope, provider, body)
  }
  const session = await sessionFor(services, sessionId, 'finish')
  const target = session.key.scope
  // With a key as well, the session has to be one of the workspace that the key may see.
  const isTheirs = [principal?.workspaceId, scope?.workspaceId].includes(target.workspaceId)
  if (principal && !isTheirs) {
    throw new ApiError('not_found', 'There is no such connect session.', {
      field: 'sessionId',
      value_received: sessionId.slice(0, 100),
    })
  }
  assertOffered(session, provider)
  const door = doorOf(services, session, provider)
  const result = await connectWithCredentials(services, target, provider, body, door)
  return { ...result, sessionId }
}

export async function connectNow(
  services: Services,
  scope: Scope,
  provider: string,
  credentials: Record<string, unknown>,
): Promise<Connection> {
  const { pmsConnectionId } = await connectWithCredentials(services, scope, provider, { credentials })
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
