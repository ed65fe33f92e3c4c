import type { FastifyRequest } from 'fastify'
import { ClientCredentials, unsignedToken } from '../kit/client-credentials.ts'
import type { SimulatorClock } from '../kit/clock.ts'
import type { VendorAnswer } from '../kit/definition.ts'
import type { SeededRandom } from '../kit/random.ts'
import { RateWindow } from '../kit/rate-window.ts'
import { tooMany, unauthorized } from './answers.ts'

const secondsValid = 86_400
const mostTokens = 5
const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

const refusals = {
  unsupported_grant_type: [400, 'The authorization grant type is not supported'],
  invalid_client: [401, 'The client secret supplied for a confidential client is invalid'],
  invalid_scope: [400, 'One or more scopes are not configured'],
} as const

/** OAuth client credentials with five tokens in any 24 hours, each good for a day. */
export function tokensOf(clock: SimulatorClock, random: SeededRandom, isLimited: boolean) {
  const clientId = `0oa${random.word(17, letters)}`
  const clientSecret = random.word(64, letters)
  const granted = new ClientCredentials({ id: clientId, secret: clientSecret, scope: 'open-api' }, clock)
  const window = new RateWindow(mostTokens, 24 * 3_600_000)

  const sign = (nowMs: number): string => {
    const iat = Math.floor(nowMs / 1000)
    const about = { ver: 1, jti: random.word(24, letters), iat, exp: iat + secondsValid }
    const claims = { ...about, scp: ['open-api'], cid: clientId }
    return unsignedToken({ alg: 'RS256' }, claims, random.word(86, letters))
  }

  return {
    credentials: { clientId, clientSecret },

    issue(body: unknown): VendorAnswer {
      const error = granted.mistakeIn(body)
      if (error !== undefined) {
        const [status, words] = refusals[error]
        return { status, body: { error, error_description: words } }
      }
      const nowMs = clock.nowMs()
      const waitMs = isLimited ? window.opensInMs(clientId, nowMs) : 0
      if (waitMs > 0) return tooMany(Math.ceil(waitMs / 1000))
      window.take(clientId, nowMs)
      const token = sign(nowMs)
      granted.grant(token, secondsValid)
      return {
        status: 200,
        body: { token_type: 'Bearer', expires_in: secondsValid, access_token: token, scope: 'open-api' },
      }
    },

    isValid: (request: FastifyRequest) => granted.isValid(request),

    /** Ends the token of a request; undefined when the request carries none. */
    expire: (request: FastifyRequest) => (granted.end(request) ? unauthorized : undefined),
  }
}
