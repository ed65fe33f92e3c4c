import type { VendorAnswer } from '../../connector-kit/answer.ts'
import { fieldOf } from '../../connector-kit/answers.ts'
import type { AuthContext, AuthStrategy } from '../../connector-kit/auth/auth.ts'
import { grantedToken } from '../../connector-kit/auth/kept-token.ts'
import { refreshedToken, type TokenGrant } from '../../connector-kit/auth/refresh-token.ts'
import { apiKeyHeader } from '../../connector-kit/auth/static.ts'
import type { Credentials } from './manifest.ts'

const setupPath = '/v2/authentication/setup'
const tokenPath = '/v2/authentication/token'

/** An invite code is exchanged once; later calls use the refresh token that it gave. */
export function authOf({ inviteCode, refreshToken, token }: Credentials): AuthStrategy {
  if (inviteCode === undefined && refreshToken === undefined) {
    return { ...apiKeyHeader('token', token ?? ''), refuses: isRefused }
  }
  return refreshedToken({
    secrets: [inviteCode, refreshToken].filter((secret) => secret !== undefined),
    header: (token) => ({ token }),
    expired: isRefused,
    grant(storedToken, context) {
      const refresh = storedToken ?? refreshToken
      if (refresh !== undefined) return ask(context, tokenPath, { refreshToken: refresh })
      return ask(context, setupPath, { code: inviteCode ?? '', deviceName: 'Lodgewire' })
    },
  })
}

/** The vendor reports an invalid token with status 200 in its check of tokens. */
function isRefused({ status, json }: VendorAnswer): boolean {
  return status === 401 || fieldOf(json, 'validToken') === false
}

async function ask(context: AuthContext, path: string, headers: Record<string, string>): Promise<TokenGrant> {
  const call = { method: 'GET', path } as const
  const answer = await context.send({
    ...call,
    headers: { accept: 'application/json', ...headers },
    body: '',
  })
  const token = grantedToken(answer, call, { token: 'token', lifeSeconds: 'expiresIn' }, context)
  const refreshToken = fieldOf(answer.json, 'refreshToken')
  return { ...token, ...(typeof refreshToken === 'string' ? { refreshToken } : {}) }
}
