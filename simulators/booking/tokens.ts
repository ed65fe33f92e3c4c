import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ClientCredentials, unsignedToken } from '../kit/client-credentials.ts'
import type { SimulatorTools, VendorAnswer } from '../kit/definition.ts'
import { RateWindow } from '../kit/rate-window.ts'
import { sendAnswer } from '../kit/server.ts'
import * as is from '../kit/shape.ts'
import { mistakeIn } from '../kit/strict.ts'
import { codes, type AnswerWriter } from './answers.ts'

const hourMs = 3_600_000
const tokenForm = is.exactly({ client_id: is.text, client_secret: is.text })

/** The machine account's client gets tokens of an hour, at most thirty per hour. */
export class Tokens {
  readonly clientId: string
  readonly clientSecret: string
  readonly #credentials: ClientCredentials
  readonly #window = new RateWindow(30, hourMs)
  readonly #answers: AnswerWriter
  readonly #tools: SimulatorTools

  constructor(tools: SimulatorTools, answers: AnswerWriter) {
    const random = tools.random.fork('machine account')
    const letters = 'abcdefghijkmnpqrstuvwxyz23456789'
    this.clientId = `${random.hex(8)}-${random.hex(4)}-${random.hex(4)}-${random.hex(12)}`
    this.clientSecret = random.word(40, letters)
    this.#credentials = new ClientCredentials(
      { id: this.clientId, secret: this.clientSecret, scope: '' },
      tools.clock,
    )
    this.#answers = answers
    this.#tools = tools
  }

  register(app: FastifyInstance): void {
    app.post('/token-based-authentication/exchange', (request, reply) =>
      sendAnswer(reply, this.#exchange(request.body)),
    )
  }

  isValid(request: FastifyRequest): boolean {
    return this.#credentials.isValid(request)
  }

  end(request: FastifyRequest): boolean {
    return this.#credentials.end(request)
  }

  #exchange(body: unknown): VendorAnswer {
    const mistake = mistakeIn(tokenForm, body)
    if (mistake !== undefined) {
      return this.#answers.jsonErrors(400, { code: codes.missing, text: mistake.text, fields: [mistake.at] })
    }
    const { client_id, client_secret } = body as Record<'client_id' | 'client_secret', string>
    if (client_id !== this.clientId || client_secret !== this.clientSecret) {
      return this.#answers.jsonErrors(401, { code: codes.forbidden, text: 'Invalid client credentials' })
    }
    const { clock, limitsRates, random } = this.#tools
    const nowMs = clock.nowMs()
    if (limitsRates && this.#window.isFull(client_id, nowMs)) {
      return this.#answers.jsonErrors(429, { code: codes.restricted, text: 'Too many tokens were requested' })
    }
    this.#window.take(client_id, nowMs)
    const ruid = this.#answers.ruid()
    const claims = { sub: client_id, iat: Math.floor(nowMs / 1000), exp: Math.floor((nowMs + hourMs) / 1000) }
    const jwt = unsignedToken({ alg: 'RS256', typ: 'JWT' }, { ...claims, jti: ruid }, random.hex(64))
    this.#credentials.grant(jwt, hourMs / 1000)
    return { status: 200, body: { jwt, ruid } }
  }
}
