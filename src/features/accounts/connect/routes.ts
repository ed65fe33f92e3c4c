import { Type } from 'typebox'
import { Connection, CredentialsBody, CredentialsResult } from '../../../contract/connection.ts'
import { ProviderCatalogue, type ProviderEntry } from '../../../contract/connect-provider.ts'
import {
  ConnectBody,
  ConnectSession,
  ProviderConnectBody,
  ProviderConnectSession,
} from '../../../contract/connect-request.ts'
import { VrboPair } from '../../../contract/channel-vrbo.ts'
import { RouteReply } from '../../../http/route.ts'
import { writeOnce } from '../../../http/write-once.ts'
import {
  findConnectableConnector,
  findConnector,
  assertNotSignIn,
  isConnectable,
} from '../connections/find-connector.ts'
import { activateFeedAccount } from '../../calendar/public.ts'
import { route } from '../../route.ts'
import { startProviderSession, startSession } from './start-session.ts'
import { migrationCapabilities } from '../connections/migration-capabilities.ts'
import type { Services } from '../../../services.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Scope } from '../../../platform/tenant.ts'
import { connectionById } from '../connections/queries.ts'
import { connectWithCredentials } from '../connections/connect-with-credentials.ts'
import { toConnection } from '../connections/map-connection.ts'
import { createSessionHook, createUnitsHook } from './session-hooks.ts'
import { assertOffered, assertSessionVisible, findSessionForMove, type SessionCaller } from './sessions.ts'

const tag = 'Connect'
const ProviderParams = Type.Object(
  {
    provider: Type.String({
      minLength: 1,
      maxLength: 50,
      description: 'Id of the provider.',
      examples: ['hostaway'],
    }),
  },
  { additionalProperties: false },
)

export const connectRoutes = [
  route({
    method: 'POST',
    url: '/v1/connect',
    id: 'createConnectSession',
    family: 'connections',
    tag,
    summary: 'Have an account connected on the hosted page',
    description:
      'Makes a session. Send the property manager to its `url`; the browser comes back to `redirectUrl`. With `purpose` `migrate` the account is connected to a workspace of its own, which this call makes.',
    account: 'ignored',
    body: ConnectBody,
    reply: ConnectSession,
    status: 201,
    answersTo: 'key',
    errors: ['invalid_body', 'invalid_state', 'provider_unavailable'],
    handle: (context) =>
      writeOnce(context, (tx) => startSession(context.services, tx, context.scope, context.body)),
  }),

  route({
    method: 'GET',
    url: '/v1/connect/providers',
    id: 'listConnectProviders',
    tag,
    summary: 'List the providers',
    description: 'Needs no key and may be cached for five minutes.',
    auth: 'none',
    reply: ProviderCatalogue,
    errors: [],
    handle: async ({ services }) =>
      new RouteReply(
        { data: providerEntries(services) },
        { headers: { 'cache-control': 'public, max-age=300' } },
      ),
  }),

  route({
    method: 'POST',
    url: '/v1/connect/:provider',
    id: 'connectProvider',
    family: 'connections',
    tag,
    summary: 'Connect an account of a provider',
    description:
      'With credentials the account is connected at once and the connection is answered. Without, a session of the hosted page is, in which the provider is chosen already; then `redirectUrl` is required. Of `vrbo` a pair for HTTP Basic is minted and shown this once, for Vrbo to fetch our feeds with: each call activates another account.',
    params: ProviderParams,
    account: 'refused',
    body: ProviderConnectBody,
    reply: Type.Union([Connection, ProviderConnectSession, VrboPair]),
    answersTo: 'key',
    errors: [
      'invalid_provider',
      'invalid_body',
      'invalid_credentials',
      'invalid_state',
      'network_error',
      'not_implemented',
      'provider_unavailable',
    ],
    handle: async (context) => {
      const { services, scope, params, body } = context
      assertNotSignIn(params.provider)
      findConnector(services, params.provider)
      const credentials = parseFlatCredentials(body)
      if (params.provider === 'vrbo' && credentials === null)
        return writeOnce(context, (tx) => {
          const { clock, publicUrl } = services
          return activateFeedAccount({ tx, scope, now: clock.now(), publicUrl }, null)
        })
      const { reservationHistoryMonths: months } = body
      if (credentials !== null)
        return connectDirectly(services, scope, params.provider, {
          credentials,
          ...(months === undefined ? {} : { reservationHistoryMonths: months }),
        })
      findConnectableConnector(services, params.provider)
      return writeOnce(context, (tx) => startProviderSession(services, tx, scope, params.provider, body))
    },
  }),

  route({
    method: 'POST',
    url: '/v1/connect/:provider/credentials',
    id: 'connectWithCredentials',
    family: 'connections',
    tag,
    summary: 'Connect an account with credentials',
    description:
      'The credentials are checked at the provider before they are stored, encrypted. Sending them again for the same account keeps the connection. The import starts at once. With `sessionId` no key is needed: the session is finished, and one that reconnects an account takes no other account.',
    params: ProviderParams,
    account: 'refused',
    body: CredentialsBody,
    reply: CredentialsResult,
    capability: { field: 'sessionId' },
    countAddress: 'misses',
    errors: [
      'invalid_provider',
      'invalid_body',
      'invalid_credentials',
      'invalid_state',
      'not_found',
      'network_error',
      'provider_unavailable',
      'session_terminal',
      'session_expired',
    ],
    handle: ({ services, principal, scope, params, body }) =>
      connectThroughSession(services, { principal, scope }, params.provider, body),
  }),
]

/** Lists the providers this server can connect and what a migration moves, all derived from the connectors. */
function providerEntries({ connectors }: Pick<Services, 'connectors'>): ProviderEntry[] {
  return Object.values(connectors)
    .map((connector): ProviderEntry => {
      const { id, displayName, category, connectPattern, description, docsUrl } = connector.manifest
      const status = isConnectable(connector) ? connector.manifest.status : 'coming-soon'
      const isMigratable = category === 'pms' && isConnectable(connector)
      const shown = { id, displayName, category, connectPattern, status, logoUrl: null, description, docsUrl }
      return { ...shown, migrationCapabilities: isMigratable ? migrationCapabilities(connector) : null }
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** Connects an account with credentials, sent by an app or by the holder of a session. */
async function connectThroughSession(
  services: Services,
  caller: SessionCaller,
  provider: string,
  body: CredentialsBody,
): Promise<CredentialsResult> {
  findConnector(services, provider)
  const { sessionId, mapUnits = false, ...given } = body
  if (sessionId === undefined) {
    if (!caller.scope) throw new ApiError('unauthorized')
    return connectWithCredentials(services, caller.scope, provider, given)
  }
  const session = await findSessionForMove(services, sessionId, 'finish')
  const target = session.key.scope
  assertSessionVisible(session.key, caller)
  assertOffered(session, provider)
  const door = (mapUnits ? createUnitsHook : createSessionHook)(services, session, provider)
  const result = await connectWithCredentials(services, target, provider, given, door)
  return { ...result, sessionId }
}

async function connectDirectly(
  services: Services,
  scope: Scope,
  provider: string,
  body: Pick<CredentialsBody, 'credentials' | 'reservationHistoryMonths'>,
): Promise<Connection> {
  const { pmsConnectionId } = await connectWithCredentials(services, scope, provider, body)
  const row = await connectionById(services.db, scope, pmsConnectionId)
  if (!row) throw new Error(`connection ${pmsConnectionId} was not found`)
  return toConnection(row, services.clock.now())
}

/** Older clients send credentials beside the other fields; null: there are none. */
function parseFlatCredentials(body: ProviderConnectBody): Record<string, unknown> | null {
  if (body.credentials !== undefined) return body.credentials
  const { apiKey, clientId, clientSecret } = body
  const given = Object.entries({ apiKey, clientId, clientSecret }).filter(([, value]) => value !== undefined)
  return given.length > 0 ? Object.fromEntries(given) : null
}
