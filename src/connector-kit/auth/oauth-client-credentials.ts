import type { VendorAnswer } from '../answer.ts'
import type { AuthContext, AuthStrategy } from './auth.ts'
import { grantedToken, keptToken, type AccessToken } from './kept-token.ts'
import { grantsIn, mintWithin, type GrantLimit } from './scarce-tokens.ts'

export interface ClientCredentialsOptions {
  tokenPath: string
  /** Set if the token endpoint has another origin than the account's. */
  tokenOrigin?: string
  /** The vendor takes the client's id and secret as a Basic login instead of fields of the form. */
  asBasicLogin?: true
  clientId: string
  clientSecret: string
  scope?: string
  /** True when the answer means that the token has expired. */
  expired(answer: VendorAnswer): boolean
  /** Some vendors accept a new token only after a moment. */
  settleMs?: number
  /** Some vendors grant a limited number of tokens. */
  grants?: GrantLimit
}

export function oauthClientCredentials(options: ClientCredentialsOptions): AuthStrategy {
  return keptToken({
    secrets: [options.clientSecret, ...(options.asBasicLogin ? [loginOf(options)] : [])],
    header: (token) => ({ authorization: `Bearer ${token}` }),
    expired: options.expired,
    renew: async (text, context) => {
      const ask = () => mint(options, context)
      const { token: fresh, grants } =
        options.grants === undefined
          ? { token: await ask(), grants: undefined }
          : await mintWithin(options.grants, grantsIn(text), context, ask)
      context.secret(fresh.token)
      await context.sleep(options.settleMs ?? 0)
      return { ...fresh, grants }
    },
  })
}

const loginOf = ({ clientId, clientSecret }: ClientCredentialsOptions): string =>
  Buffer.from(`${clientId}:${clientSecret}`).toString('base64')

async function mint(options: ClientCredentialsOptions, context: AuthContext): Promise<AccessToken> {
  const { clientId, clientSecret, tokenOrigin, asBasicLogin } = options
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    ...(asBasicLogin ? {} : { client_id: clientId, client_secret: clientSecret }),
    ...(options.scope === undefined ? {} : { scope: options.scope }),
  })
  const call = { method: 'POST', path: options.tokenPath } as const
  const answer = await context.send({
    ...call,
    ...(tokenOrigin === undefined ? {} : { origin: tokenOrigin }),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
      ...(asBasicLogin ? { authorization: `Basic ${loginOf(options)}` } : {}),
    },
    body: form.toString(),
    once: options.grants !== undefined,
  })
  return grantedToken(answer, call, { token: 'access_token', lifeSeconds: 'expires_in' }, context)
}
