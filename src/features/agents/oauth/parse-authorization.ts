/** Reads what an agent's browser window asks for. Pure, but for the document of the client. */
import type { KeyScope } from '../../../contract/key-scopes.ts'
import { agentReadScopes, agentScopes } from './agent-scopes.ts'
import { ClientRefused, type AgentClient, type ClientDocuments } from './client-documents.ts'
import { answerAddress, matchesRedirectUri } from './redirect-uris.ts'
import { resourceOf } from './server-metadata.ts'

export interface AuthorizationRequest {
  client: AgentClient
  redirectUri: string
  state: string | null
  /** Null where `refusal` is given. */
  challenge: string
  scopes: readonly KeyScope[]
  /** An OAuth error code, which is the agent's to hear. */
  refusal: string | null
}

const names = [
  'client_id',
  'redirect_uri',
  'response_type',
  'response_mode',
  'code_challenge',
  'code_challenge_method',
  'resource',
  'scope',
  'state',
] as const

function assertNamedOnce(query: URLSearchParams): void {
  const repeated = names.find((name) => query.getAll(name).length > 1)
  if (repeated !== undefined) throw new ClientRefused(`The client gives \`${repeated}\` more than once.`)
}

function scopesIn(text: string | null): readonly KeyScope[] {
  const words = (text ?? '').split(' ').filter((word) => word !== '')
  if (words.length === 0) return agentReadScopes
  return agentScopes.filter((scope) => words.includes(scope))
}

function findRefusal(query: URLSearchParams, publicUrl: string, scopes: readonly KeyScope[]): string | null {
  if (query.get('response_type') !== 'code') return 'unsupported_response_type'
  if ((query.get('response_mode') ?? 'query') !== 'query') return 'invalid_request'
  if (query.get('code_challenge_method') !== 'S256') return 'invalid_request'
  if (!/^[A-Za-z0-9_-]{43}$/.test(query.get('code_challenge') ?? '')) return 'invalid_request'
  if (query.get('resource') !== resourceOf(publicUrl)) return 'invalid_target'
  return scopes.length === 0 ? 'invalid_scope' : null
}

/** Throws `ClientRefused` where the person cannot be sent back safely. */
export async function parseAuthorization(
  text: string,
  { documents, publicUrl }: { documents: ClientDocuments; publicUrl: string },
): Promise<AuthorizationRequest> {
  const query = new URLSearchParams(text)
  assertNamedOnce(query)
  const client = await documents.read(query.get('client_id') ?? '')
  const redirectUri = query.get('redirect_uri') ?? ''
  if (!matchesRedirectUri(client.redirectUris, redirectUri))
    throw new ClientRefused('The address to go back to is none of those in the document of the client.')
  const scopes = scopesIn(query.get('scope'))
  return {
    ...{ client, redirectUri, scopes },
    state: query.get('state'),
    challenge: query.get('code_challenge') ?? '',
    refusal: findRefusal(query, publicUrl, scopes),
  }
}

/** The agent's address with the answer, which names who answers it (RFC 9207). */
export const answerOf = (
  { redirectUri, state }: Pick<AuthorizationRequest, 'redirectUri' | 'state'>,
  publicUrl: string,
  answer: { code: string } | { error: string },
): string => answerAddress(redirectUri, { ...answer, state, iss: publicUrl })
