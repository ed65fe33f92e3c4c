import { fieldOf } from '../../connector-kit/answers.ts'
import type { AuthContext, AuthStrategy } from '../../connector-kit/auth/auth.ts'
import { noToken } from '../../connector-kit/auth/kept-token.ts'
import { refreshedToken, type TokenGrant } from '../../connector-kit/auth/refresh-token.ts'
import type { Credentials } from './manifest.ts'

/** Airbnb knows this server by its partner app. */
export interface PartnerApp {
  clientId: string
  clientSecret: string
}

/** This connector uses the names and rules of this dated version. */
const apiVersion = '2025.06.30'
const call = { method: 'POST', path: '/v2/oauth2/authorizations?_unwrapped=true' } as const

/** The code is exchanged once; later calls use the refresh token that it gave. */
export function authOf({ clientId, clientSecret }: PartnerApp, { code }: Credentials): AuthStrategy {
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
  return refreshedToken({
    secrets: [code, clientSecret, basic],
    header: (token) => ({
      'x-airbnb-api-key': clientId,
      'x-airbnb-oauth-token': token,
      'x-airbnb-req-api-version': apiVersion,
    }),
    expired: ({ status }) => status === 401,
    grant: (refreshToken, context) =>
      ask(
        context,
        basic,
        refreshToken === null ? { code } : { refresh_token: refreshToken, reset_refresh_token: 0 },
      ),
  })
}

async function ask(context: AuthContext, basic: string, body: object): Promise<TokenGrant> {
  const answer = await context.send({
    ...call,
    headers: {
      accept: 'application/json',
      authorization: basic,
      'content-type': 'application/json',
      'x-airbnb-req-api-version': apiVersion,
    },
    body: JSON.stringify(body),
  })
  const [token, refreshToken, expiresAt] = ['access_token', 'refresh_token', 'expires_at'].map((name) =>
    fieldOf(answer.json, name),
  )
  if (answer.status < 200 || answer.status >= 300 || typeof token !== 'string')
    throw noToken(answer, call, 'no token is given for what the host allowed', context.now())
  return {
    token,
    // The vendor counts seconds since 1970.
    expiresAt: typeof expiresAt === 'number' ? expiresAt * 1000 : null,
    ...(typeof refreshToken === 'string' ? { refreshToken } : {}),
  }
}
