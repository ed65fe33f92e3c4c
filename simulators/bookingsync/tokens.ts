import type { FastifyRequest } from 'fastify'
import { bearerOf } from '../kit/client-credentials.ts'
import type { SimulatorClock } from '../kit/clock.ts'
import type { VendorAnswer } from '../kit/definition.ts'
import type { SeededRandom } from '../kit/random.ts'
import { failure } from './answers.ts'

const secondsValid = 7200
const letters = '0123456789abcdef'

const refused = (error: string): VendorAnswer => failure(401, error)

/** Every refresh gives a new pair; the refresh token before ends once somebody uses the new one. */
export class Tokens {
  readonly clientId: string
  readonly clientSecret: string
  readonly code: string
  readonly #clock: SimulatorClock
  readonly #random: SeededRandom
  readonly #isCodeGoodOnce: boolean
  #isCodeUsed = false
  /** By access token: when it ends, and the refresh token that it replaces. */
  readonly #granted = new Map<string, { endsAtMs: number; before?: string }>()
  /** By refresh token: the one before it. */
  readonly #refreshable = new Map<string, string | undefined>()

  constructor(clock: SimulatorClock, random: SeededRandom, isCodeGoodOnce: boolean) {
    this.#clock = clock
    this.#random = random
    this.#isCodeGoodOnce = isCodeGoodOnce
    this.clientId = this.#invent()
    this.clientSecret = this.#invent()
    this.code = this.#invent()
  }

  grant(body: unknown): VendorAnswer {
    const form = (body ?? {}) as Record<string, string | undefined>
    if (form['client_id'] !== this.clientId || form['client_secret'] !== this.clientSecret)
      return refused('invalid_client')
    if (form['redirect_uri'] !== 'urn:ietf:wg:oauth:2.0:oob') return refused('invalid_grant')
    if (form['grant_type'] === 'refresh_token') return this.#refresh(form['refresh_token'] ?? '')
    if (form['grant_type'] !== 'authorization_code') return refused('unsupported_grant_type')
    if (form['code'] !== this.code || (this.#isCodeGoodOnce && this.#isCodeUsed))
      return refused('invalid_grant')
    this.#isCodeUsed = true
    return this.#issue()
  }

  #refresh(token: string): VendorAnswer {
    if (!this.#refreshable.has(token)) return refused('invalid_grant')
    this.#end(this.#refreshable.get(token))
    return this.#issue(token)
  }

  #issue(before?: string): VendorAnswer {
    const [access_token, refresh_token] = [this.#invent(), this.#invent()]
    const endsAtMs = this.#clock.nowMs() + secondsValid * 1000
    this.#granted.set(access_token, { endsAtMs, ...(before === undefined ? {} : { before }) })
    this.#refreshable.set(refresh_token, before)
    const grant = { access_token, token_type: 'bearer', expires_in: secondsValid, refresh_token }
    return { status: 200, body: { ...grant, scope: 'public bookings_write' } }
  }

  isValid(request: FastifyRequest): boolean {
    const granted = this.#granted.get(bearerOf(request) ?? '')
    if (granted === undefined || granted.endsAtMs <= this.#clock.nowMs()) return false
    this.#end(granted.before)
    return true
  }

  expire(request: FastifyRequest): boolean {
    return this.#granted.delete(bearerOf(request) ?? '')
  }

  #end(refreshToken: string | undefined): void {
    if (refreshToken !== undefined) this.#refreshable.delete(refreshToken)
  }

  #invent(): string {
    return this.#random.word(64, letters)
  }
}
