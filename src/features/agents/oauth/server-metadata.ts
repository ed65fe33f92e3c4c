/** What clients read before they ask for a token: RFC 9728 and RFC 8414. Pure. */
import { agentScopes } from './agent-scopes.ts'

/** The audience of tokens, as clients name it (RFC 8707). */
export const resourceOf = (publicUrl: string): string => `${publicUrl}/mcp`

const resourceMetadataPath = '/.well-known/oauth-protected-resource/mcp'

export const resourceMetadataPaths = ['/.well-known/oauth-protected-resource', resourceMetadataPath] as const

/** The last ones are asked by clients that look below the path of the issuer, or for OpenID. */
export const serverMetadataPaths = [
  '/.well-known/oauth-authorization-server',
  '/.well-known/openid-configuration',
] as const

/** `WWW-Authenticate` of a 401 at `/mcp`. */
export const tokenChallenge = (publicUrl: string): string =>
  `Bearer resource_metadata="${publicUrl}${resourceMetadataPath}", scope="${agentScopes.join(' ')}"`

export const resourceMetadata = (publicUrl: string) => ({
  resource: resourceOf(publicUrl),
  authorization_servers: [publicUrl],
  scopes_supported: agentScopes,
  bearer_methods_supported: ['header'],
  resource_name: 'Lodgewire',
  resource_documentation: `${publicUrl}/docs/guides/agents`,
})

export const serverMetadata = (publicUrl: string) => ({
  issuer: publicUrl,
  authorization_endpoint: `${publicUrl}/console/authorize`,
  token_endpoint: `${publicUrl}/oauth/token`,
  revocation_endpoint: `${publicUrl}/oauth/revoke`,
  scopes_supported: agentScopes,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
  service_documentation: `${publicUrl}/docs/guides/agents`,
})
