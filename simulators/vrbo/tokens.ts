import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ClientCredentials } from '../kit/client-credentials.ts'
import type { SimulatorTools, VendorAnswer } from '../kit/definition.ts'
import { RateWindow } from '../kit/rate-window.ts'
import { sendAnswer } from '../kit/server.ts'
import { rateLimited } from './answers.ts'

export const tokenPath = '/identity/oauth2/v3/token/'
const lifeSeconds = 1800

/** The partner's client for Vrbo gets tokens of half an hour, at most a hundred in five minutes. */
export class Tokens {
  readonly clientId: string
  readonly clientSecret: string
  readonly #credentials: ClientCredentials
  readonly #window = new RateWindow(100, 300_000)
  readonly #tools: SimulatorTools

  constructor(tools: SimulatorTools) {
    const random = tools.random.fork('partner')
    this.clientId = random.hex(24)
    this.clientSecret = random.hex(40)
    this.#credentials = new ClientCredentials(
      { id: this.clientId, secret: this.clientSecret, scope: '' },
      tools.clock,
    )
    this.#tools = tools
  }

  register(app: FastifyInstance): void {
    app.post(tokenPath, (request, reply) => sendAnswer(reply, this.#exchange(request)))
  }

  isValid(request: FastifyRequest): boolean {
    return this.#credentials.isValid(request)
  }

  end(request: FastifyRequest): boolean {
    return this.#credentials.end(request)
  }

  #exchange({ headers, body }: FastifyRequest): VendorAnswer {
    const pair = Buffer.from(`${this.clientId}:${this.clientSecret}`).toString('base64')
    if (headers.authorization !== `Basic ${pair}`) {
      return {
        status: 401,
        body: { error: 'invalid_client', error_description: 'Client authentication failed' },
      }
    }
    const { grant_type } = (body ?? {}) as { grant_type?: unknown }
    if (grant_type !== 'client_credentials') return { status: 400, body: { error: 'unsupported_grant_type' } }
    const { clock, limitsRates, random } = this.#tools
    const nowMs = clock.nowMs()
    if (limitsRates && this.#window.isFull('client', nowMs)) return rateLimited
    this.#window.take('client', nowMs)
    const access_token = random.hex(64)
    this.#credentials.grant(access_token, lifeSeconds)
    return {
      status: 200,
      body: { access_token, token_type: 'bearer', expires_in: lifeSeconds, scope: 'supply' },
    }
  }
}
