type Headers = Record<string, string | string[] | undefined>

/** The API key of a request: a bearer credential, else `x-api-key`. An empty text is a credential of the wrong kind. */
export function apiKeyOf(headers: Headers): string | null {
  const { authorization } = headers
  const bearer = typeof authorization === 'string' ? /^Bearer +(\S+) *$/i.exec(authorization)?.[1] : undefined
  if (bearer !== undefined) return bearer
  const key = headers['x-api-key']
  if (typeof key === 'string' && key !== '') return key
  return authorization === undefined ? null : ''
}

/**
 * Sent by the hosted page. A form cannot send a header, and browsers let scripts of other sites send only those a
 * preflight allowed, which this one never is.
 */
export const pageHeader = 'x-connect-page'

export function workspaceHeader(headers: Headers): string | null {
  const value = headers['x-workspace-id']
  return typeof value === 'string' && value !== '' ? value : null
}

/** An empty one is sent all the same, and names no account. */
export function accountHeader(headers: Headers): string | null {
  const value = headers['x-account-id']
  return value === undefined ? null : String(value)
}
