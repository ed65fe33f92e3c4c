import type { FastifyRequest } from 'fastify'
import type { SimulatorClock } from '../kit/clock.ts'
import type { SeededRandom } from '../kit/random.ts'
import { scopes, type Scope } from './vocabulary.ts'

const tokenMs = 24 * 3_600_000
const codeMs = 10 * 60_000
const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** One host's grant to the app. */
export interface Grant {
  hostId: string
  scopes: readonly Scope[]
}

/** Codes, access tokens of one day and refresh tokens of the only app known here. */
export class Grants {
  readonly clientId: string
  readonly clientSecret: string
  readonly #clock: SimulatorClock
  readonly #random: SeededRandom
  #standing: { code: string; hostId: string } | undefined
  readonly #codes = new Map<string, { grant: Grant; endsAtMs: number }>()
  readonly #tokens = new Map<string, { grant: Grant; endsAtMs: number }>()
  readonly #refreshes = new Map<string, Grant>()

  constructor(clock: SimulatorClock, random: SeededRandom) {
    this.#clock = clock
    this.#random = random
    this.clientId = random.word(24, letters)
    this.clientSecret = random.word(40, letters)
  }

  isApp({ headers }: FastifyRequest): boolean {
    const pair = Buffer.from(`${this.clientId}:${this.clientSecret}`).toString('base64')
    return headers.authorization === `Basic ${pair}`
  }

  /** Returns a code that gives tokens once. */
  offer(grant: Grant): string {
    const code = this.#random.word(32, letters)
    this.#codes.set(code, { grant, endsAtMs: this.#clock.nowMs() + codeMs })
    return code
  }

  /** Returns a reusable code for all permissions, for callers without a browser. */
  standingCode(hostId: string): string {
    this.#standing ??= { code: this.#random.word(32, letters), hostId }
    return this.#standing.code
  }

  redeem(code: string): object | undefined {
    if (this.#standing?.code === code) {
      const grant = { hostId: this.#standing.hostId, scopes }
      return this.#issue(grant, this.#newRefresh(grant))
    }
    const offered = this.#codes.get(code)
    this.#codes.delete(code)
    if (offered === undefined || offered.endsAtMs <= this.#clock.nowMs()) return undefined
    return this.#issue(offered.grant, this.#newRefresh(offered.grant))
  }

  /** Returns a new access token; `reset` replaces the refresh token too. */
  refresh(refreshToken: string, reset: boolean): object | undefined {
    const grant = this.#refreshes.get(refreshToken)
    if (grant === undefined) return undefined
    if (!reset) return this.#issue(grant, refreshToken)
    this.#refreshes.delete(refreshToken)
    return this.#issue(grant, this.#newRefresh(grant))
  }

  grantOf(token: string): Grant | undefined {
    const grant = this.#tokens.get(token)
    return grant !== undefined && this.#clock.nowMs() < grant.endsAtMs ? grant.grant : undefined
  }

  grantOfRequest(request: FastifyRequest): Grant | undefined {
    return this.grantOf(tokenOf(request))
  }

  /** Ends a token for good; returns false if there is no such token. */
  endToken(token: string): boolean {
    return this.#tokens.delete(token)
  }

  /** Revokes the host's grant that a token belongs to, with its refresh tokens. Returns false if there is none. */
  revoke(token: string): boolean {
    const grant = this.#tokens.get(token)?.grant ?? this.#refreshes.get(token)
    if (grant === undefined) return false
    this.#forget((one) => one === grant)
    return true
  }

  /** Revokes everything a host has granted. */
  revokeHost(hostId: string): void {
    this.#forget((grant) => grant.hostId === hostId)
  }

  /** Whether a host has granted this permission and not revoked it. */
  allows(hostId: string, scope: Scope): boolean {
    return this.#refreshes.values().some((grant) => grant.hostId === hostId && grant.scopes.includes(scope))
  }

  #issue(grant: Grant, refresh_token: string): object {
    const access_token = this.#random.word(40, letters)
    const endsAtMs = this.#clock.nowMs() + tokenMs
    this.#tokens.set(access_token, { grant, endsAtMs })
    const expires_at = Math.floor(endsAtMs / 1000)
    return { access_token, refresh_token, expires_at, user_id: grant.hostId, scope: grant.scopes.join(',') }
  }

  #newRefresh(grant: Grant): string {
    const token = this.#random.word(40, letters)
    this.#refreshes.set(token, grant)
    return token
  }

  #forget(isMeant: (grant: Grant) => boolean): void {
    for (const [code, { grant }] of this.#codes) if (isMeant(grant)) this.#codes.delete(code)
    for (const [token, { grant }] of this.#tokens) if (isMeant(grant)) this.#tokens.delete(token)
    for (const [token, grant] of this.#refreshes) if (isMeant(grant)) this.#refreshes.delete(token)
  }
}

export function tokenOf({ headers }: FastifyRequest): string {
  return String(headers['x-airbnb-oauth-token'] ?? '')
}
