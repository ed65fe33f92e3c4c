import {
  AuthorizationCreateBody,
  AuthorizationMade,
  AuthorizationPreview,
  AuthorizationPreviewBody,
} from '../../../contract/agent-authorization.ts'
import { route } from '../../route.ts'
import { decideAuthorization, previewAuthorization } from './decide-authorization.ts'

const tag = 'Members'

export const authorizationRoutes = [
  route({
    method: 'POST',
    url: '/v1/agent-authorizations/preview',
    id: 'previewAgentAuthorization',
    family: 'sessions',
    account: 'ignored',
    tag,
    summary: 'Preview an authorization',
    description: 'Who an agent is that asks to be let in by OAuth, and for what. Reads the agent’s document.',
    write: false,
    noStore: true,
    body: AuthorizationPreviewBody,
    reply: AuthorizationPreview,
    errors: ['invalid_state'],
    handle: (context) => previewAuthorization(context, context.body.request),
  }),
  route({
    method: 'POST',
    url: '/v1/agent-authorizations',
    id: 'createAgentAuthorization',
    family: 'sessions',
    account: 'ignored',
    tag,
    summary: 'Authorize an agent',
    description:
      'A signed-in member lets an agent in, or sends it away. It gets a session of its own, never with more rights than the member.',
    answersTo: 'key',
    noStore: true,
    body: AuthorizationCreateBody,
    reply: AuthorizationMade,
    status: 201,
    errors: ['invalid_state'],
    handle: (context) => decideAuthorization(context, context.body),
  }),
]
