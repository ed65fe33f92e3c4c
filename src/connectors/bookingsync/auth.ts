import { fieldOf } from '../../connector-kit/answers.ts'
import type { AuthContext, AuthStrategy } from '../../connector-kit/auth/auth.ts'
import { grantedToken } from '../../connector-kit/auth/kept-token.ts'
import { refreshedToken, type TokenGrant } from '../../connector-kit/auth/refresh-token.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { Credentials } from './manifest.ts'

export const tokenPath = '/oauth/token'
const mediaType = 'application/vnd.api+json'
/** The vendor shows the code to the person instead of sending it anywhere. */
const outOfBand = 'urn:ietf:wg:oauth:2.0:oob'

/** Every refresh replaces the refresh token too, so the newest pair is stored before it is used. */
export function authOf(credentials: Credentials): AuthStrategy {
  const { clientSecret, refreshToken, code } = credentials
  const strategy = refreshedToken({
    secrets: [clientSecret, refreshToken, code].filter((secret) => secret !== undefined),
    header: (token) => ({ authorization: `Bearer ${token}` }),
    expired: ({ status }) => status === 401,
    grant(storedToken, context) {
      const refresh = storedToken ?? refreshToken
      if (refresh !== undefined)
        return requestToken(context, credentials, { grant_type: 'refresh_token', refresh_token: refresh })
      if (code !== undefined)
        return requestToken(context, credentials, { grant_type: 'authorization_code', code })
      throw new VendorError('credentials', 'BookingSync needs a refreshToken or a code')
    },
  })
  return {
    ...strategy,
    async sign(request, context) {
      request.headers['accept'] = mediaType
      if (request.body !== null) request.headers['content-type'] = mediaType
      return strategy.sign(request, context)
    },
  }
}

async function requestToken(
  context: AuthContext,
  { clientId, clientSecret, redirectUri = outOfBand }: Credentials,
  grant: Record<string, string>,
): Promise<TokenGrant> {
  const call = { method: 'POST', path: tokenPath } as const
  const fields = { client_id: clientId, client_secret: clientSecret, redirect_uri: redirectUri, ...grant }
  const answer = await context.send({
    ...call,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams(fields).toString(),
  })
  const token = grantedToken(answer, call, { token: 'access_token', lifeSeconds: 'expires_in' }, context)
  const refreshToken = fieldOf(answer.json, 'refresh_token')
  return { ...token, ...(typeof refreshToken === 'string' ? { refreshToken } : {}) }
}
