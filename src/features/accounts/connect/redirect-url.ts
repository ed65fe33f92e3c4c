/** Where the browser may be redirected, and with which parameters. Pure. */
import { isIP } from 'node:net'
import { ApiError } from '../../../platform/api-error.ts'
import { addressRange } from '../../../platform/outbound/address.ts'

function refuse(message: string): never {
  throw new ApiError('invalid_body', message, { field: 'redirectUrl' })
}

function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (host === 'localhost' || host.endsWith('.localhost')) return true
  return isIP(host) !== 0 && addressRange(host) === 'loopback'
}

/** The address as it will be used. Throws an error that names the rule it breaks. */
export function acceptRedirect(given: string, { allowLoopback }: { allowLoopback: boolean }): string {
  const url = URL.parse(given)
  if (!url || !url.hostname) return refuse('`redirectUrl` must be an absolute address.')
  const isLocal = url.protocol === 'http:' && isLoopback(url.hostname)
  if (url.protocol !== 'https:' && !(isLocal && allowLoopback)) {
    refuse(
      isLocal
        ? '`redirectUrl` may be on this machine only while ALLOW_PRIVATE_TARGETS is on; otherwise it starts with https://.'
        : '`redirectUrl` must start with https://.',
    )
  }
  if (url.username || url.password) refuse('`redirectUrl` must not contain a user name or password.')
  return url.href
}

export interface SessionReturn {
  sessionId: string
  state: string | null
  workspaceId: string
  /** `error` accompanies every result but `connected`, for pages that read nothing else. */
  result: { status: 'connected' } | { status: 'cancelled' | 'error'; error: string }
}

/** Parameters already in the address are replaced, so nobody can forge a result. */
export function returnUrl(
  redirectUrl: string,
  { sessionId, state, workspaceId, result }: SessionReturn,
): string {
  const url = new URL(redirectUrl)
  const values = { error: null, ...result, session: sessionId, state, workspaceId }
  for (const [name, value] of Object.entries(values)) {
    url.searchParams.delete(name)
    if (value !== null) url.searchParams.set(name, value)
  }
  return url.href
}
