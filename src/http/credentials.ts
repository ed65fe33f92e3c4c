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

/**
 * The console sends this header: `live`, or `sandbox` in a window that shows the sandbox. As with the header above no
 * form and no other site can send it, and only with it a cookie counts.
 */
export const consoleHeader = 'x-lodgewire-console'

/** A live session and one of the sandbox have cookies of their own, so that two windows can show both. */
const sessionCookies = { live: 'lodgewire_session', sandbox: 'lodgewire_sandbox_session' } as const
type ConsoleWindow = keyof typeof sessionCookies

const windowOf = (headers: CredentialHeaders): ConsoleWindow =>
  headers[consoleHeader] === 'sandbox' ? 'sandbox' : 'live'

export const isFromConsole = (headers: CredentialHeaders): boolean => Boolean(headers[consoleHeader])

/** The session of a window of the console; null for all other callers. */
export function cookieOf(headers: CredentialHeaders): string | null {
  if (!isFromConsole(headers)) return null
  const name = sessionCookies[windowOf(headers)]
  const pairs = String(headers['cookie'] ?? '').split(/; */)
  const pair = pairs.find((one) => one.startsWith(`${name}=`))
  return pair?.slice(name.length + 1) ?? null
}

/** `seconds` 0 deletes the cookie. */
export const setSessionCookie = (window: ConsoleWindow, token: string, seconds: number): string =>
  `${sessionCookies[window]}=${token}; Path=/v1; Max-Age=${seconds}; HttpOnly; Secure; SameSite=Strict`
export const clearSessionCookie = (headers: CredentialHeaders): string =>
  setSessionCookie(windowOf(headers), '', 0)

export function workspaceHeader(headers: CredentialHeaders): string | null {
  const value = headers['x-workspace-id']
  return typeof value === 'string' && value !== '' ? value : null
}

/** An empty header counts as sent, and names no account. */
export function accountHeader(headers: CredentialHeaders): string | null {
  const value = headers['x-account-id']
  return value === undefined ? null : String(value)
}
