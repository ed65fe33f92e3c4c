import type { FastifyRequest } from 'fastify'
import { ClientCredentials, unsignedToken } from '../kit/client-credentials.ts'
import type { SimulatorClock } from '../kit/clock.ts'
import type { VendorAnswer } from '../kit/definition.ts'
import type { SeededRandom } from '../kit/random.ts'
import { failure } from './envelope.ts'
import { accountId } from './records.ts'

const secondsValid = 15_897_600

export const tokenRefused = failure(403, 'The access token is invalid or has expired')

const refusals = {
  unsupported_grant_type: [400, 'The authorization grant type is not supported'],
  invalid_client: [401, 'Client authentication failed'],
  invalid_scope: [400, 'The requested scope is invalid'],
} as const

/** OAuth client credentials in the vendor's form: form-encoded requests, answers without an envelope. */
export class Tokens {
  readonly apiKey: string
  readonly #clock: SimulatorClock
  readonly #random: SeededRandom
  readonly #usableAfterSeconds: number
  readonly granted: ClientCredentials

  constructor(clock: SimulatorClock, random: SeededRandom, usableAfterSeconds: number) {
    this.#clock = clock
    this.#random = random
    this.#usableAfterSeconds = usableAfterSeconds
    this.apiKey = random.hex(64)
    const client = { id: String(accountId), secret: this.apiKey, scope: 'general' }
    this.granted = new ClientCredentials(client, clock)
  }

  issue(body: unknown): VendorAnswer {
    const error = this.granted.mistakeIn(body)
    if (error !== undefined) {
      const [status, message] = refusals[error]
      return { status, body: { status: 'fail', error, message } }
    }
    const token = this.#sign()
    this.granted.grant(token, secondsValid, this.#usableAfterSeconds)
    return { status: 200, body: { token_type: 'Bearer', expires_in: secondsValid, access_token: token } }
  }

  /** Ends the token of a request; undefined if it carries none. */
  expire(request: FastifyRequest): VendorAnswer | undefined {
    return this.granted.end(request) ? tokenRefused : undefined
  }

  #sign(): string {
    const iat = Math.floor(this.#clock.nowMs() / 1000)
    const times = { iat, nbf: iat, exp: iat + secondsValid }
    const claims = { aud: String(accountId), jti: this.#random.hex(32), ...times, scopes: ['general'] }
    return unsignedToken({ typ: 'JWT', alg: 'RS256' }, claims, this.#random.hex(86))
  }
}
