import type { FastifyRequest } from 'fastify'
import type { SimulatorClock } from '../kit/clock.ts'
import type { VendorAnswer } from '../kit/definition.ts'
import type { SeededRandom } from '../kit/random.ts'
import { RateWindow } from '../kit/rate-window.ts'
import { tooMany, unauthorized } from './answers.ts'

const secondsValid = 86_400
const mostTokens = 5

/** OAuth client credentials with five tokens in any 24 hours, each good for a day. */
export class Tokens {
  readonly clientId: string
  readonly clientSecret: string
  readonly #clock: SimulatorClock
  readonly #random: SeededRandom
  readonly #granted = new RateWindow(mostTokens, 24 * 3_600_000)
  readonly #isLimited: boolean
  /** When each ends, in milliseconds. */
  #issued = new Map<string, number>()

  constructor(clock: SimulatorClock, random: SeededRandom, isLimited: boolean) {
    this.#clock = clock
    this.#random = random
    this.#isLimited = isLimited
    this.clientId = `0oa${word(random, 17)}`
    this.clientSecret = word(random, 64)
  }

  issue(body: unknown): VendorAnswer {
    const form = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
    if (form.grant_type !== 'client_credentials') {
      return oauthError(400, 'unsupported_grant_type', 'The authorization grant type is not supported')
    }
    if (form.client_id !== this.clientId || form.client_secret !== this.clientSecret) {
      return oauthError(
        401,
        'invalid_client',
        'The client secret supplied for a confidential client is invalid',
      )
    }
    if (form.scope !== 'open-api') {
      return oauthError(400, 'invalid_scope', 'One or more scopes are not configured')
    }
    const nowMs = this.#clock.nowMs()
    if (this.#isLimited && this.#granted.isFull(this.clientId, nowMs)) {
      return tooMany(Math.ceil(this.#granted.opensInMs(this.clientId, nowMs) / 1000))
    }
    this.#granted.take(this.clientId, nowMs)
    const token = this.#sign(nowMs)
    this.#issued.set(token, nowMs + secondsValid * 1000)
    return {
      status: 200,
      body: { token_type: 'Bearer', expires_in: secondsValid, access_token: token, scope: 'open-api' },
    }
  }

  isValid(request: FastifyRequest): boolean {
    const endsAtMs = this.#issued.get(tokenOf(request) ?? '')
    return endsAtMs !== undefined && this.#clock.nowMs() < endsAtMs
  }

  /** Ends the token of a request; undefined when the request carries none. */
  expire(request: FastifyRequest): VendorAnswer | undefined {
    const token = tokenOf(request)
    if (token === undefined) return undefined
    this.#issued.delete(token)
    return unauthorized
  }

  /** Looks like the vendor's JSON web token; nobody but this simulator can tell anything from it. */
  #sign(nowMs: number): string {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const iat = Math.floor(nowMs / 1000)
    const claims = { ver: 1, jti: word(this.#random, 24), iat, exp: iat + secondsValid, scp: ['open-api'] }
    return `${part({ alg: 'RS256' })}.${part({ ...claims, cid: this.clientId })}.${word(this.#random, 86)}`
  }
}

function oauthError(status: number, error: string, words: string): VendorAnswer {
  return { status, body: { error, error_description: words } }
}

function tokenOf(request: FastifyRequest): string | undefined {
  return /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

function word(random: SeededRandom, length: number): string {
  const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
  return Array.from({ length }, () => letters[random.int(0, letters.length - 1)]).join('')
}
