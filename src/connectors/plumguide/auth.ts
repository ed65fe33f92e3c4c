import type { AuthStrategy } from '../../connector-kit/auth/auth.ts'
import { keptToken, noToken, type AccessToken } from '../../connector-kit/auth/kept-token.ts'
import type { VendorAnswer } from '../../connector-kit/answer.ts'
import { fieldOf } from '../../connector-kit/answers.ts'
import { presentText } from '../../connector-kit/readings.ts'
import { mayRefuseToken } from '../../connector-kit/token-words.ts'
import type { Credentials } from './manifest.ts'

const path = '/authenticate'

/** The credentials are exchanged for a short-lived token. An expired token is answered with 403. */
export function tokensOf({ clientId, clientSecret }: Credentials): AuthStrategy {
  return keptToken({
    secrets: [clientSecret],
    header: (token) => ({ authorization: `Bearer ${token}` }),
    expired: mayRefuseToken,
    renew: async (_text, context) => {
      const answer = await context.send({
        ...{ method: 'POST', path },
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ clientId, clientSecret }),
      })
      const token = tokenIn(answer, context.now())
      context.secret(token.token)
      return token
    },
  })
}

/**
 * The names of both fields are not documented. A token without a readable expiry is used until it is refused.
 */
function tokenIn(answer: VendorAnswer, now: Date): AccessToken {
  const { status, json } = answer
  const names = ['token', 'accessToken', 'access_token', 'jwt']
  const token = names.map((name) => presentText(fieldOf(json, name))).find((text) => text !== null)
  if (status < 200 || status >= 300 || token === undefined || token === null)
    throw noToken(answer, { method: 'POST', path }, 'the vendor gives no token for these credentials', now)
  const ends = Date.parse(presentText(fieldOf(json, 'expiresAt')) ?? '')
  return { token, expiresAt: Number.isNaN(ends) ? null : ends }
}
