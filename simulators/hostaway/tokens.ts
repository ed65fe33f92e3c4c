import type { FastifyRequest } from 'fastify'
import type { SimulatorClock } from '../kit/clock.ts'
import type { VendorAnswer } from '../kit/definition.ts'
import type { SeededRandom } from '../kit/random.ts'
import { failure } from './envelope.ts'
import { accountId } from './store.ts'

const secondsValid = 15_897_600

export const tokenRefused = failure(403, 'The access token is invalid or has expired')

interface IssuedToken {
  usableAtMs: number
  endsAtMs: number
}

/** OAuth client credentials, the vendor's way: form-encoded, answers without an envelope. */
export class Tokens {
  readonly apiKey: string
  readonly #clock: SimulatorClock
  readonly #random: SeededRandom
  readonly #usableAfterMs: number
  #issued = new Map<string, IssuedToken>()

  constructor(clock: SimulatorClock, random: SeededRandom, usableAfterSeconds: number) {
    this.#clock = clock
    this.#random = random
    this.#usableAfterMs = usableAfterSeconds * 1000
    this.apiKey = hex(random, 64)
  }

  issue(body: unknown): VendorAnswer {
    const form = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
    if (form.grant_type !== 'client_credentials') {
      return refusal(400, 'unsupported_grant_type', 'The authorization grant type is not supported')
    }
    if (form.client_id !== String(accountId) || form.client_secret !== this.apiKey) {
      return refusal(401, 'invalid_client', 'Client authentication failed')
    }
    if (form.scope !== 'general') return refusal(400, 'invalid_scope', 'The requested scope is invalid')
    const nowMs = this.#clock.nowMs()
    const token = this.#sign(nowMs)
    this.#issued.set(token, {
      usableAtMs: nowMs + this.#usableAfterMs,
      endsAtMs: nowMs + secondsValid * 1000,
    })
    return {
      status: 200,
      body: { token_type: 'Bearer', expires_in: secondsValid, access_token: token },
    }
  }

  isValid(request: FastifyRequest): boolean {
    const issued = this.#issued.get(tokenOf(request) ?? '')
    const nowMs = this.#clock.nowMs()
    return issued !== undefined && nowMs >= issued.usableAtMs && nowMs < issued.endsAtMs
  }

  /** Ends the token of a request; undefined when the request carries none. */
  expire(request: FastifyRequest): VendorAnswer | undefined {
    const token = tokenOf(request)
    if (token === undefined) return undefined
    this.#issued.delete(token)
    return tokenRefused
  }

  revoke(token: string): void {
    this.#issued.delete(token)
  }

  /** Looks like the vendor's JSON web token; nobody but this simulator can tell anything from it. */
  #sign(nowMs: number): string {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const iat = Math.floor(nowMs / 1000)
    const claims = {
      aud: String(accountId),
      jti: hex(this.#random, 32),
      iat,
      nbf: iat,
      exp: iat + secondsValid,
    }
    return `${part({ typ: 'JWT', alg: 'RS256' })}.${part({ ...claims, scopes: ['general'] })}.${hex(this.#random, 86)}`
  }
}

function refusal(status: number, error: string, message: string): VendorAnswer {
  return { status, body: { status: 'fail', error, message } }
}

function tokenOf(request: FastifyRequest): string | undefined {
  return /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

function hex(random: SeededRandom, length: number): string {
  return Array.from({ length }, () => random.int(0, 15).toString(16)).join('')
}
