type CredentialHeaders = Record<string, string | string[] | undefined>

/**
 * Returns the API key of a request: a bearer credential, else `x-api-key`. An empty text is an invalid
 * credential.
 */
export function apiKeyOf(headers: CredentialHeaders): string | null {
  const { authorization } = headers
  const bearer = typeof authorization === 'string' ? /^Bearer +(\S+) *$/i.exec(authorization)?.[1] : undefined
  if (bearer !== undefined) return bearer
  const key = headers['x-api-key']
  if (typeof key === 'string' && key !== '') return key
  return authorization === undefined ? null : ''
}

/** The hosted page sends this header. A form cannot, and scripts of other sites would need a preflight, which never allows it. */
export const pageHeader = 'x-connect-page'

/** The sign-in page sets this cookie with HttpOnly and SameSite. */
const sessionCookie = 'lodgewire_session'

/** The cookie counts only with the page's header, which forms of other sites cannot send. */
export function cookieOf(headers: CredentialHeaders): string | null {
  if (!headers[pageHeader]) return null
  const pairs = String(headers['cookie'] ?? '').split(/; */)
  const pair = pairs.find((one) => one.startsWith(`${sessionCookie}=`))
  return pair?.slice(sessionCookie.length + 1) ?? null
}

/** `seconds` 0 deletes the cookie. */
export const setSessionCookie = (token: string, seconds: number): string =>
  `${sessionCookie}=${token}; Path=/v1; Max-Age=${seconds}; HttpOnly; Secure; SameSite=Strict`

export function workspaceHeader(headers: CredentialHeaders): string | null {
  const value = headers['x-workspace-id']
  return typeof value === 'string' && value !== '' ? value : null
}

/** An empty header counts as sent, and names no account. */
export function accountHeader(headers: CredentialHeaders): string | null {
  const value = headers['x-account-id']
  return value === undefined ? null : String(value)
}
