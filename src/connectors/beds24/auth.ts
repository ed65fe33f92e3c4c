import type { Answer } from '../../connector-kit/answer.ts'
import type { AuthContext, AuthStrategy } from '../../connector-kit/auth/auth.ts'
import { refreshedToken } from '../../connector-kit/auth/refresh-token.ts'
import type { TokenGrant } from '../../connector-kit/auth/refresh-token.ts'
import { apiKeyHeader } from '../../connector-kit/auth/static.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { Credentials } from './manifest.ts'

const setupPath = '/v2/authentication/setup'
const tokenPath = '/v2/authentication/token'

/** An invite code is exchanged once; from then on the refresh token that it gave is used. */
export function authOf({ inviteCode, refreshToken, token }: Credentials): AuthStrategy {
  if (inviteCode === undefined && refreshToken === undefined) {
    return { ...apiKeyHeader('token', token ?? ''), refuses: isRefused }
  }
  return refreshedToken({
    secrets: [inviteCode, refreshToken].filter((secret) => secret !== undefined),
    header: (current) => ({ token: current }),
    expired: isRefused,
    grant(given, context) {
      const refresh = given ?? refreshToken
      if (refresh !== undefined) return ask(context, tokenPath, { refreshToken: refresh })
      return ask(context, setupPath, { code: inviteCode ?? '', deviceName: 'Lodgewire' })
    },
  })
}

/** A token that is asked about is told to be invalid with status 200. */
function isRefused({ status, json }: Answer): boolean {
  const isToldInvalid =
    typeof json === 'object' && json !== null && 'validToken' in json && json.validToken === false
  return status === 401 || isToldInvalid
}

async function ask(context: AuthContext, path: string, headers: Record<string, string>): Promise<TokenGrant> {
  const sent = { accept: 'application/json', ...headers }
  const answer = await context.send({ method: 'GET', path, headers: sent, body: '' })
  const grant = (answer.json ?? {}) as { token?: unknown; expiresIn?: unknown; refreshToken?: unknown }
  if (answer.status >= 300 || typeof grant.token !== 'string') {
    const details = { status: answer.status, method: 'GET', path }
    throw new VendorError(
      'credentials',
      `GET ${path}: the vendor gives no token for these credentials`,
      details,
    )
  }
  const lifeMs = typeof grant.expiresIn === 'number' ? grant.expiresIn * 1000 : null
  return {
    token: grant.token,
    expiresAt: lifeMs === null ? null : context.now().getTime() + lifeMs,
    ...(typeof grant.refreshToken === 'string' ? { refreshToken: grant.refreshToken } : {}),
  }
}
