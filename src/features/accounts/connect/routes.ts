import { Type } from 'typebox'
import { Connection, CredentialsBody, CredentialsResult } from '../../../contract/connection.ts'
import { ProviderCatalogue } from '../../../contract/connect-provider.ts'
import {
  ConnectBody,
  ConnectSession,
  ProviderConnectBody,
  ProviderConnectSession,
} from '../../../contract/connect-request.ts'
import { VrboPair } from '../../../contract/channel-vrbo.ts'
import { Reply } from '../../../http/route.ts'
import { writeOnce } from '../../../http/write-once.ts'
import { connectableConnector, knownConnector, refuseSignIn } from '../connections/providers.ts'
import { activate } from '../../calendar/public.ts'
import { route } from '../../route.ts'
import { providerEntries } from './catalogue.ts'
import { connectNow, connectThroughSession, flatCredentials } from './finish.ts'
import { startProviderSession, startSession } from './start.ts'

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
      new Reply({ data: providerEntries(services) }, { headers: { 'cache-control': 'public, max-age=300' } }),
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
      refuseSignIn(params.provider)
      knownConnector(services, params.provider)
      const credentials = flatCredentials(body)
      if (params.provider === 'vrbo' && credentials === null)
        return writeOnce(context, (tx) => {
          const { clock, publicUrl } = services
          return activate({ tx, scope, now: clock.now(), publicUrl }, null)
        })
      const { reservationHistoryMonths: months } = body
      if (credentials !== null)
        return connectNow(services, scope, params.provider, {
          credentials,
          ...(months === undefined ? {} : { reservationHistoryMonths: months }),
        })
      connectableConnector(services, params.provider)
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
