import type { FastifyRequest } from 'fastify'
import type { SimulatorClock } from './clock.ts'

export interface OAuthClient {
  id: string
  secret: string
  scope: string
}

/** Gives OAuth client-credentials tokens that expire after some time. */
export class ClientCredentials {
  readonly #client: OAuthClient
  readonly #clock: SimulatorClock
  #granted = new Map<string, { usableAtMs: number; endsAtMs: number }>()

  constructor(client: OAuthClient, clock: SimulatorClock) {
    this.#client = client
    this.#clock = clock
  }

  /** Returns OAuth's error code for a wrong token request. */
  mistakeIn(body: unknown): 'unsupported_grant_type' | 'invalid_client' | 'invalid_scope' | undefined {
    const form = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
    const { id, secret, scope } = this.#client
    if (form.grant_type !== 'client_credentials') return 'unsupported_grant_type'
    if (form.client_id !== id || form.client_secret !== secret) return 'invalid_client'
    return form.scope === scope ? undefined : 'invalid_scope'
  }

  grant(token: string, secondsValid: number, usableAfterSeconds = 0): void {
    const nowMs = this.#clock.nowMs()
    const [usableAtMs, endsAtMs] = [nowMs + usableAfterSeconds * 1000, nowMs + secondsValid * 1000]
    this.#granted.set(token, { usableAtMs, endsAtMs })
  }

  isValid(request: FastifyRequest): boolean {
    const granted = this.#granted.get(bearerOf(request) ?? '')
    const nowMs = this.#clock.nowMs()
    return granted !== undefined && nowMs >= granted.usableAtMs && nowMs < granted.endsAtMs
  }

  revoke(token: string): void {
    this.#granted.delete(token)
  }

  /** Ends the token of a request; returns false if it carries none. */
  end(request: FastifyRequest): boolean {
    const token = bearerOf(request)
    if (token !== undefined) this.revoke(token)
    return token !== undefined
  }
}

/** Only looks like a JSON web token; its signature proves nothing. */
export function unsignedToken(head: object, claims: object, signature: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part(head)}.${part(claims)}.${signature}`
}

export function bearerOf({ headers }: FastifyRequest): string | undefined {
  return /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1]
}
