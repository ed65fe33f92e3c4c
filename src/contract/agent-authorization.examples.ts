/** These examples of letting an agent in are written by hand. */
import {
  AuthorizationCreateBody,
  AuthorizationMade,
  AuthorizationPreview,
  AuthorizationPreviewBody,
} from './agent-authorization.ts'
import { entry } from './examples.ts'

const client = {
  id: 'https://agent.example.com/client.json',
  name: 'Example agent',
  host: 'agent.example.com',
}
const request = new URLSearchParams({
  client_id: client.id,
  redirect_uri: 'https://agent.example.com/callback',
  response_type: 'code',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
  resource: 'https://api.example.com/mcp',
  state: 'xyz',
}).toString()

export const authorizationExamples = {
  AuthorizationPreviewBody: entry(AuthorizationPreviewBody, { request }),
  AuthorizationPreview: entry(AuthorizationPreview, {
    client,
    redirectHost: 'agent.example.com',
    scopes: ['listings:read', 'reservations:read'],
    refusal: null,
  }),
  AuthorizationCreateBody: entry(AuthorizationCreateBody, {
    request,
    approve: true,
    scopes: ['listings:read'],
    limits: null,
  }),
  AuthorizationMade: entry(AuthorizationMade, {
    sessionId: '32',
    returnTo: 'https://agent.example.com/callback?code=ac_1_ab12&state=xyz&iss=https%3A%2F%2Fapi.example.com',
  }),
}
