import type { FastifyRequest } from 'fastify'
import type { SimulatorClock } from '../kit/clock.ts'
import type { VendorAnswer } from '../kit/definition.ts'
import type { SeededRandom } from '../kit/random.ts'
import { failure } from './envelope.ts'
import { ownerId } from './store.ts'

const tokenSeconds = 86_400
const refreshDays = 30
const scopes = ['bookings', 'bookings-personal', 'bookings-financial', 'properties', 'inventory', 'channels']

export const tokenRefused = failure(401, 'Token not valid')

/** Invite code, refresh token and access token. A refresh token ends after thirty days without use. */
export class Tokens {
  readonly inviteCode: string
  readonly #clock: SimulatorClock
  readonly #random: SeededRandom
  readonly #isCodeGoodOnce: boolean
  #isCodeUsed = false
  #refreshTokens = new Map<string, number>()
  #tokens = new Map<string, number>()

  constructor(clock: SimulatorClock, random: SeededRandom, isCodeGoodOnce: boolean) {
    this.#clock = clock
    this.#random = random
    this.#isCodeGoodOnce = isCodeGoodOnce
    this.inviteCode = this.#invent(64)
  }

  setup(code: unknown): VendorAnswer {
    const isSpent = this.#isCodeGoodOnce && this.#isCodeUsed
    if (code !== this.inviteCode || isSpent) return failure(400, 'Invite code not valid')
    this.#isCodeUsed = true
    const refreshToken = this.#invent(160)
    this.#refreshTokens.set(refreshToken, this.#clock.nowMs())
    return { status: 200, body: { ...this.#issue(), refreshToken } }
  }

  refresh(refreshToken: unknown): VendorAnswer {
    const usedAtMs = this.#refreshTokens.get(String(refreshToken))
    const oldestMs = this.#clock.nowMs() - refreshDays * 86_400_000
    if (usedAtMs === undefined || usedAtMs < oldestMs) return failure(400, 'Refresh token not valid')
    this.#refreshTokens.set(String(refreshToken), this.#clock.nowMs())
    return { status: 200, body: this.#issue() }
  }

  isValid(request: FastifyRequest): boolean {
    return (this.#tokens.get(String(request.headers.token)) ?? 0) > this.#clock.nowMs()
  }

  /** The call checks tokens, so it answers with status 200 for an invalid one too. */
  details(request: FastifyRequest): object {
    const diagnostics = { requestIp: request.ip }
    if (!this.isValid(request)) return { validToken: false, diagnostics }
    const endsAtMs = this.#tokens.get(String(request.headers.token)) ?? 0
    return {
      validToken: true,
      token: {
        ownerId,
        expiresIn: Math.floor((endsAtMs - this.#clock.nowMs()) / 1000),
        created: new Date(endsAtMs - tokenSeconds * 1000).toISOString(),
        scopes: scopes.map((scope) => `all:${scope}`),
        deviceName: 'Simulator',
        linkedProperties: false,
        onlyPropertyId: null,
        whiteListOnly: false,
        whiteList: [],
      },
      diagnostics,
    }
  }

  expire(request: FastifyRequest): VendorAnswer | undefined {
    const { token } = request.headers
    if (token === undefined) return undefined
    this.#tokens.delete(String(token))
    return tokenRefused
  }

  #issue(): { token: string; expiresIn: number } {
    const token = this.#invent(152)
    this.#tokens.set(token, this.#clock.nowMs() + tokenSeconds * 1000)
    return { token, expiresIn: tokenSeconds }
  }

  #invent(length: number): string {
    return this.#random.word(length, 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789+/')
  }
}
