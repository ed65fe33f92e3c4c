import { Type } from 'typebox'
import { ListingOptions, SelectedProvider, SelectProviderBody } from '../../../contract/connect-request.ts'
import {
  CancelledSession,
  ConnectSessionView,
  ResumedConnection,
  ResumeRefusal,
} from '../../../contract/connect-session.ts'
import { pageHeader } from '../../../http/credentials.ts'
import { LinkRefusal, RouteReply } from '../../../http/route.ts'
import { writeOnce } from '../../../http/write-once.ts'
import { route } from '../../route.ts'
import { listingOptions } from '../../calendar/public.ts'
import { TextFilter } from '../../../http/params/text-filter.ts'
import { toMappedAccount, toOption } from './unit-view.ts'
import { cancelSession, findSession, selectProvider, findMappingSession, createSession } from './sessions.ts'
import { returnOf, viewSession } from './view-session.ts'
import { connectionById } from '../connections/queries.ts'
import { isConnectable } from '../connections/find-connector.ts'
import type { Services } from '../../../services.ts'
import { verifyResumeToken } from '../connections/resume-link.ts'
import { servicesIn } from '../../../upstream/sandbox-vendor/public.ts'
import { plainSession } from './start-session.ts'

const tag = 'Connect'
const SessionParams = Type.Object(
  { sessionId: Type.String({ minLength: 1, description: 'Id of the connect session.' }) },
  { additionalProperties: false },
)
/** The id in the path is a credential, so no cache or referrer may keep it. */
const secret = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }
const byPossession = { auth: 'none', countAddress: 'misses' } as const

export const sessionRoutes = [
  route({
    method: 'GET',
    url: '/v1/connect/sessions/:sessionId',
    id: 'getConnectSession',
    tag,
    summary: 'Get a connect session',
    description:
      'Everything the hosted page shows, the progress of the import among it; for a page of your own. Needs no key: the id is enough.',
    ...byPossession,
    noStore: true,
    params: SessionParams,
    reply: ConnectSessionView,
    errors: ['not_found', 'session_expired'],
    handle: async ({ services, params }) =>
      new RouteReply(await viewSession(services, await findSession(services, params.sessionId)), {
        headers: secret,
      }),
  }),

  route({
    method: 'POST',
    url: '/v1/connect/sessions/:sessionId/select-provider',
    id: 'selectConnectProvider',
    tag,
    summary: 'Choose the provider of a connect session',
    description: 'Needs no key: the id is enough. The choice can be changed until the session ends.',
    ...byPossession,
    params: SessionParams,
    body: SelectProviderBody,
    reply: SelectedProvider,
    errors: ['invalid_provider', 'not_found', 'provider_unavailable', 'session_terminal', 'session_expired'],
    handle: ({ services, params, body }) => selectProvider(services, params.sessionId, body.provider),
  }),

  route({
    method: 'GET',
    url: '/v1/connect/sessions/:sessionId/listing-options',
    id: 'listConnectListingOptions',
    tag,
    summary: 'List listings that rooms can be mapped to',
    description:
      'Needs no key: the id is enough, while the session waits for its rooms to be mapped. Listings that another account is already mapped to on this channel are left out.',
    ...byPossession,
    params: SessionParams,
    query: Type.Object(
      {
        q: TextFilter(200, 'Part of the name.'),
        limit: Type.Optional(
          Type.Integer({ minimum: 1, maximum: 50, description: 'At most this many; 20 when left out.' }),
        ),
      },
      { additionalProperties: false },
    ),
    reply: ListingOptions,
    errors: ['not_found', 'invalid_state', 'session_terminal', 'session_expired'],
    handle: async ({ services, params, query }) => {
      const { key, row } = await findMappingSession(services, params.sessionId)
      const { q, limit = 20 } = query
      const account = toMappedAccount({ id: row.connection_id, provider: row.provider ?? '' })
      const { rows, total } = await listingOptions(services.db, key.scope, account, { q, limit })
      return { data: rows.map(toOption), total }
    },
  }),

  route({
    method: 'POST',
    url: '/v1/connect/sessions/:sessionId/cancel',
    id: 'cancelConnectSession',
    family: 'connections',
    tag,
    summary: 'Cancel a connect session',
    description:
      'Needs no key: the id is enough, with the header `X-Connect-Page`, so that no other site can end a session that somebody has open. Cancelling again changes nothing.',
    capability: { header: pageHeader },
    countAddress: 'misses',
    account: 'refused',
    params: SessionParams,
    reply: CancelledSession,
    errors: ['not_found', 'session_terminal', 'session_expired'],
    handle: async (context) => {
      const { services, params } = context
      return writeOnce(context, async (tx) => ({
        sessionId: params.sessionId,
        status: 'cancelled' as const,
        returnUrl: returnOf(await cancelSession(services, tx, context, params.sessionId), params.sessionId),
      }))
    },
  }),

  route({
    method: 'GET',
    url: '/v1/connect/resume',
    id: 'resumeConnection',
    tag,
    summary: 'Open a reconnect link',
    description:
      'The target of `fixUrl`: a browser that opens it is sent on to the hosted page, with a new session that renews this one connection. Refusals are bare words in place of the error envelope.',
    auth: 'none',
    countAddress: 'misses',
    query: Type.Object(
      { t: Type.Optional(Type.String({ maxLength: 200, description: 'The signed token of the link.' })) },
      { additionalProperties: false },
    ),
    reply: ResumedConnection,
    status: 302,
    refusal: ResumeRefusal,
    errors: [],
    handle: async ({ services, query }) => {
      const result = await resumeByLink(services, query.t)
      return 'error' in result
        ? new LinkRefusal(result, { headers: secret })
        : new RouteReply(result, { headers: { ...secret, location: result.url } })
    },
  }),
]

/** Follows a reconnect link: creates a new session for the connection it names. */
async function resumeByLink(
  services: Services,
  token: string | undefined,
): Promise<ResumedConnection | ResumeRefusal> {
  const target = verifyResumeToken(services, token)
  if (!target) return { error: 'invalid_resume_token', reason: 'not issued by this server, or altered' }
  const scope = { workspaceId: target.workspaceId }
  const connection = await connectionById(services.db, scope, target.connectionId)
  if (!connection) return { error: 'bad_account', reason: 'the account is not connected any more' }
  const { provider } = connection
  const connector = servicesIn(services, scope).connectors[provider]
  if (!connector || !isConnectable(connector)) return { error: 'unsupported_channel', channel: provider }
  const { url } = await services.db.transaction().execute((tx) =>
    createSession(services, tx, scope, {
      ...plainSession,
      provider,
      allowedProviders: [provider],
      renews: connection.id,
    }),
  )
  return { url }
}
