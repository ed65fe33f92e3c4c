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
export class Tokens {
  readonly clientId: string
  readonly clientSecret: string
  readonly #clock: SimulatorClock
  readonly #random: SeededRandom
  readonly #granted: ClientCredentials
  readonly #window = new RateWindow(mostTokens, 24 * 3_600_000)
  readonly #isLimited: boolean

  constructor(clock: SimulatorClock, random: SeededRandom, isLimited: boolean) {
    this.#clock = clock
    this.#random = random
    this.#isLimited = isLimited
    this.clientId = `0oa${random.word(17, letters)}`
    this.clientSecret = random.word(64, letters)
    const client = { id: this.clientId, secret: this.clientSecret, scope: 'open-api' }
    this.#granted = new ClientCredentials(client, clock)
  }

  issue(body: unknown): VendorAnswer {
    const error = this.#granted.mistakeIn(body)
    if (error !== undefined) {
      const [status, words] = refusals[error]
      return { status, body: { error, error_description: words } }
    }
    const nowMs = this.#clock.nowMs()
    if (this.#isLimited && this.#window.isFull(this.clientId, nowMs)) {
      return tooMany(Math.ceil(this.#window.opensInMs(this.clientId, nowMs) / 1000))
    }
    this.#window.take(this.clientId, nowMs)
    const token = this.#sign(nowMs)
    this.#granted.grant(token, secondsValid)
    return {
      status: 200,
      body: { token_type: 'Bearer', expires_in: secondsValid, access_token: token, scope: 'open-api' },
    }
  }

  isValid(request: FastifyRequest): boolean {
    return this.#granted.isValid(request)
  }

  /** Ends the token of a request; undefined when the request carries none. */
  expire(request: FastifyRequest): VendorAnswer | undefined {
    return this.#granted.end(request) ? unauthorized : undefined
  }

  #sign(nowMs: number): string {
    const iat = Math.floor(nowMs / 1000)
    const about = { ver: 1, jti: this.#random.word(24, letters), iat, exp: iat + secondsValid }
    const claims = { ...about, scp: ['open-api'], cid: this.clientId }
    return unsignedToken({ alg: 'RS256' }, claims, this.#random.word(86, letters))
  }
}
