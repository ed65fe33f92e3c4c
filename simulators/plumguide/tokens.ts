import type { FastifyRequest } from 'fastify'
import type { SimulatorClock } from '../kit/clock.ts'
import type { SeededRandom } from '../kit/random.ts'
import { ClientCredentials, unsignedToken } from '../kit/client-credentials.ts'

/** The vendor does not say how long a token lives. */
const life = 3600

/** A client's id and secret give short-lived tokens. */
export class Tokens {
  readonly clientId: string
  readonly clientSecret: string
  readonly #granted: ClientCredentials
  readonly #clock: SimulatorClock
  readonly #random: SeededRandom

  constructor(clock: SimulatorClock, random: SeededRandom) {
    this.clientId = `host-${random.digits(8)}`
    this.clientSecret = random.hex(40)
    const client = { id: this.clientId, secret: this.clientSecret, scope: '' }
    this.#granted = new ClientCredentials(client, clock)
    this.#clock = clock
    this.#random = random
  }

  /** Returns undefined for a wrong pair. */
  grant({ clientId, clientSecret }: { clientId?: unknown; clientSecret?: unknown }): object | undefined {
    if (clientId !== this.clientId || clientSecret !== this.clientSecret) return undefined
    const expiresAt = new Date(this.#clock.nowMs() + life * 1000).toISOString()
    const token = unsignedToken(
      { alg: 'HS256', typ: 'JWT' },
      { sub: clientId, exp: expiresAt },
      this.#random.hex(32),
    )
    this.#granted.grant(token, life)
    return { token, expiresAt }
  }

  isValid(request: FastifyRequest): boolean {
    return this.#granted.isValid(request)
  }

  end(request: FastifyRequest): boolean {
    return this.#granted.end(request)
  }
}
