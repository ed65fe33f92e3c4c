/** Shows a member which agent asks, and lets it in or not. */
import type { Static } from 'typebox'
import type {
  AuthorizationCreateBody,
  AuthorizationMade,
  AuthorizationPreview,
} from '../../../contract/agent-authorization.ts'
import type { KeyScope } from '../../../contract/key-scopes.ts'
import { allows } from '../../../http/key-rights.ts'
import type { Principal } from '../../../http/route.ts'
import { writeOnce } from '../../../http/write-once.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Services } from '../../../services.ts'
import type { RouteWriteContext } from '../../route.ts'
import { openAgentSession } from '../../tenancy/public.ts'
import { planScope, writeScopesOf } from './agent-scopes.ts'
import { ClientRefused, createClientDocuments, type ClientDocuments } from './client-documents.ts'
import { answerOf, parseAuthorization, type AuthorizationRequest } from './parse-authorization.ts'

const documentsByConfig = new WeakMap<Services['config'], ClientDocuments>()

/** Documents are remembered for all requests of this process. */
function documentsOf({ config, clock }: Services): ClientDocuments {
  const known = documentsByConfig.get(config)
  if (known) return known
  const documents = createClientDocuments(clock, { allowPrivate: config.allowPrivateTargets })
  documentsByConfig.set(config, documents)
  return documents
}

function memberOf({ memberId, isAgentSession }: Principal): string {
  if (memberId !== null && !isAgentSession) return memberId
  throw new ApiError(
    'invalid_state',
    'Only a person lets an agent in.',
    { currentStatus: 'api_key' },
    { fix: 'Ask with the session of a member, as the console does.' },
  )
}

async function readRequest(services: Services, text: string): Promise<AuthorizationRequest> {
  try {
    return await parseAuthorization(text, {
      documents: documentsOf(services),
      publicUrl: services.publicUrl,
    })
  } catch (error) {
    if (!(error instanceof ClientRefused)) throw error
    throw new ApiError(
      'invalid_body',
      error.message,
      { field: 'request' },
      { fix: 'Have the agent begin again; if this comes back, its makers have to mend it.' },
    )
  }
}

export async function previewAuthorization(
  { services, principal }: RouteWriteContext,
  text: string,
): Promise<AuthorizationPreview> {
  memberOf(principal)
  const request = await readRequest(services, text)
  const { client, redirectUri, scopes, refusal } = request
  return {
    client: { id: client.id, name: client.name, host: client.host },
    redirectHost: new URL(redirectUri).host,
    scopes: scopes.filter((scope) => allows(principal.scopes, scope)),
    refusal:
      refusal === null
        ? null
        : { error: refusal, returnTo: answerOf(request, services.publicUrl, { error: refusal }) },
  }
}

/** What the member leaves of what the agent asked for. */
function scopesToGive(
  request: AuthorizationRequest,
  { scopes, limits }: AuthorizationCreateBody,
  principal: Principal,
): KeyScope[] {
  const readable = request.scopes.filter(
    (scope) => scope !== planScope && allows(principal.scopes, scope) && (scopes?.includes(scope) ?? true),
  )
  const excess = scopes?.find((scope) => scope !== planScope && !readable.includes(scope))
  if (excess !== undefined)
    throw new ApiError('invalid_body', `The agent did not ask for \`${excess}\`, or you may not give it.`, {
      field: 'scopes',
      value_received: excess,
    })
  if (limits == null) return readable
  if (!request.scopes.includes(planScope))
    throw new ApiError('invalid_body', 'The agent did not ask to plan writes.', { field: 'limits' })
  return [...new Set([...readable, ...writeScopesOf(limits.kinds)])]
}

export async function decideAuthorization(
  context: RouteWriteContext,
  body: AuthorizationCreateBody,
): Promise<Static<typeof AuthorizationMade>> {
  const { services, principal } = context
  const memberId = memberOf(principal)
  const request = await readRequest(services, body.request)
  const { client, redirectUri, challenge, refusal } = request
  const refuse = (error: string) => ({
    sessionId: null,
    returnTo: answerOf(request, services.publicUrl, { error }),
  })
  if (refusal !== null || !body.approve) return refuse(refusal ?? 'access_denied')
  const scopes = scopesToGive(request, body, principal)
  if (scopes.length === 0) return refuse('access_denied')
  const consent = { memberId, client, redirectUri, challenge, scopes, limits: body.limits ?? null }
  return writeOnce(context, async (tx) => {
    const { id, code } = await openAgentSession(tx, principal, consent, services.clock.now())
    return { sessionId: id, returnTo: answerOf(request, services.publicUrl, { code }) }
  })
}
