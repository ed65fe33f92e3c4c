type CredentialHeaders = Record<string, string | string[] | undefined>

/** The API key of a request: a bearer credential, else `x-api-key`. An empty text is a credential of the wrong kind. */
export function apiKeyOf(headers: CredentialHeaders): string | null {
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

/** Of the hosted sign-in page. Scripts cannot read it, and no other site has a request sent with it. */
const sessionCookie = 'lodgewire_session'

/** The cookie counts with the page's header alone: a form of another site sends neither. */
export function cookieOf(headers: CredentialHeaders): string | null {
  if (!headers[pageHeader]) return null
  const pairs = String(headers['cookie'] ?? '').split(/; */)
  const pair = pairs.find((one) => one.startsWith(`${sessionCookie}=`))
  return pair?.slice(sessionCookie.length + 1) ?? null
}

/** `seconds` 0: the browser forgets it. */
export const setSessionCookie = (token: string, seconds: number): string =>
  `${sessionCookie}=${token}; Path=/v1; Max-Age=${seconds}; HttpOnly; Secure; SameSite=Strict`

export function workspaceHeader(headers: CredentialHeaders): string | null {
  const value = headers['x-workspace-id']
  return typeof value === 'string' && value !== '' ? value : null
}

/** An empty one is sent all the same, and names no account. */
export function accountHeader(headers: CredentialHeaders): string | null {
  const value = headers['x-account-id']
  return value === undefined ? null : String(value)
}
