import type { Answer, VendorSignals } from './answer.ts'
import type { AuthContext, AuthSession, AuthStrategy, OutgoingRequest } from './auth/auth.ts'
import type { RateLimit } from './connector.ts'
import { Exchange } from './exchange.ts'
import type { CallRecord } from './exchange.ts'
import type { Budget, Lane } from './ratelimit.ts'
import { createRedactor } from './redact.ts'
import { isTransient, persist } from './retry.ts'
import { judge, refusal } from './verdict.ts'

type QueryValue = string | number | boolean | null | undefined

/** A list stands in the address once for each of its values, under the same name. */
export type Query = Record<string, QueryValue | readonly string[]>

/** What operations are handed: calls that are already authenticated, paced, repeated, classified and recorded. */
export interface VendorHttp {
  /** `awaited`: what was just made may not be there yet, so a 404 is tried again like an outage. */
  get(path: string, options?: { query?: Query; awaited?: boolean }): Promise<unknown>
  /**
   * `safe`: it only reads, as with vendors that know no GET, so a lost answer is asked for again. A body of
   * URLSearchParams goes as a form, everything else as JSON.
   */
  post(path: string, options?: { query?: Query; body?: unknown; safe?: boolean }): Promise<unknown>
  put(path: string, options?: { query?: Query; body?: unknown }): Promise<unknown>
  patch(path: string, options?: { query?: Query; body?: unknown }): Promise<unknown>
  delete(path: string, options?: { query?: Query; body?: unknown }): Promise<unknown>
}

export interface VendorClient extends VendorHttp {
  /** The same client in another lane of the budget; `bookings` unless told. The same object for the same lane. */
  lane(lane: Lane): VendorHttp
  close(): Promise<void>
}

export interface VendorLog {
  debug(fields: object, message: string): void
  warn(fields: object, message: string): void
}

export interface VendorHttpOptions {
  /** Origin; paths given to the client start with `/`. */
  baseUrl: string
  auth: AuthStrategy
  session: AuthSession
  budget: Budget
  rateLimits: RateLimit[]
  /** Whose allowance is used, `<vendor>:<account>`. */
  identity: string
  timeoutMs: number
  signals?: VendorSignals
  log: VendorLog
  now(): Date
  sleep(ms: number): Promise<void>
  onCall?(call: CallRecord): void
  onAnswer?(answer: Answer): void
  /** Between 0 and 1; for jitter. */
  random?(): number
  maxBodyBytes?: number
}

interface CallOptions {
  query?: Query
  body?: unknown
  awaited?: boolean
  safe?: boolean
}

interface Call {
  method: string
  path: string
  query: Query
  body: unknown
  lane: Lane
  awaited: boolean
  safe: boolean
}

const defaultMaxBodyBytes = 32 * 1024 * 1024

export function createVendorHttp(options: VendorHttpOptions): VendorClient {
  const connection = new Connection(options)
  const inLane = (lane: Lane): VendorHttp => {
    const call =
      (method: string) =>
      (path: string, { query = {}, body, awaited = false, safe = method === 'GET' }: CallOptions = {}) =>
        connection.perform({ method, path, query, body, lane, awaited, safe })
    return {
      get: call('GET'),
      post: call('POST'),
      put: call('PUT'),
      patch: call('PATCH'),
      delete: call('DELETE'),
    }
  }
  const lanes = new Map<Lane, VendorHttp>()
  const lane = (name: Lane): VendorHttp => {
    const known = lanes.get(name) ?? inLane(name)
    lanes.set(name, known)
    return known
  }
  return { ...inLane('bookings'), lane, close: () => connection.close() }
}

class Connection {
  readonly #options: VendorHttpOptions
  readonly #redactor
  readonly #exchange: Exchange
  /** What calls have cost beyond one each is known only afterwards; the next call takes it along. */
  #owed = 0

  constructor(options: VendorHttpOptions) {
    const { identity, log, timeoutMs, signals, maxBodyBytes = defaultMaxBodyBytes } = options
    this.#options = options
    this.#redactor = createRedactor(options.auth.secrets)
    this.#exchange = new Exchange({
      timeoutMs,
      maxBodyBytes,
      signals,
      redactor: this.#redactor,
      onAnswer: options.onAnswer,
      onCall: (call) => {
        options.onCall?.(call)
        log.debug({ identity, ...call }, 'vendor call')
      },
    })
  }

  async perform(call: Call): Promise<unknown> {
    const answer = await this.#persist((retries) => this.#attempt(call, retries), call.safe)
    return answer.json
  }

  close(): Promise<void> {
    return this.#exchange.close()
  }

  /** One try: a proof that is not accepted is renewed once. */
  async #attempt(call: Call, retries: number): Promise<Answer> {
    const { auth, baseUrl, now } = this.#options
    const context = this.#authContext(call.lane)
    const send = async (): Promise<{ answer: Answer; used: string | null }> => {
      const request = outgoing(call, baseUrl)
      const used = await auth.sign(request, context)
      const seal = () => auth.seal?.(request, now())
      return { answer: await this.#send(request, call.lane, retries, seal), used }
    }
    const { answer, used } = await send()
    if (!auth.refuses(answer)) return this.#demand(call, answer)
    if (auth.renew === undefined) throw this.#refusal(call, answer, 'credentials')
    await auth.renew(used, context)
    const second = await send()
    if (auth.refuses(second.answer)) throw this.#refusal(call, second.answer, 'reauth')
    return this.#demand(call, second.answer)
  }

  #authContext(lane: Lane): AuthContext {
    const { session, baseUrl, now, sleep, signals } = this.#options
    return {
      session,
      now,
      sleep,
      secret: this.#redactor.add,
      send: ({ method, path, headers, body, once }) =>
        this.#persist(async (retries) => {
          const url = new URL(path, baseUrl)
          const answer = await this.#send({ method, url, headers, body }, lane, retries)
          const verdict = judge(answer, signals)
          // What a lasting refusal of a token endpoint means is for the strategy to say.
          const passes = verdict === null || !isTransient(verdict.kind)
          return passes ? answer : this.#demand({ method, path }, answer)
        }, once !== true),
    }
  }

  async #send(
    request: OutgoingRequest,
    lane: Lane,
    retries: number,
    seal: () => void = () => {},
  ): Promise<Answer> {
    const { budget, identity, rateLimits, signals } = this.#options
    const owed = this.#owed
    this.#owed = 0
    try {
      await budget.take(identity, rateLimits, lane, { calls: 1 + owed })
    } catch (error) {
      this.#owed += owed
      throw error
    }
    seal()
    const answer = await this.#exchange.send(request, retries)
    const { cost = 1, pauseMs = 0 } = signals?.allowanceOf?.(answer) ?? {}
    this.#owed += Math.max(0, cost - 1)
    if (pauseMs > 0) await budget.block(identity, rateLimits, pauseMs)
    return answer
  }

  #persist(attempt: (retries: number) => Promise<Answer>, safe: boolean): Promise<Answer> {
    const { budget, identity, rateLimits, sleep, log, random = Math.random } = this.#options
    const onRetry = (about: object) => log.warn({ identity, ...about }, 'vendor call is tried again')
    return persist(attempt, safe, { budget, identity, rateLimits, sleep, random, onRetry })
  }

  #demand(call: { method: string; path: string; awaited?: boolean }, answer: Answer): Answer {
    const verdict = judge(answer, this.#options.signals)
    if (verdict === null) return answer
    const isOnItsWay = call.awaited === true && verdict.kind === 'not_found'
    throw refusal(answer, isOnItsWay ? { kind: 'unavailable' } : verdict, this.#refusalParts(call))
  }

  #refusal(call: Call, answer: Answer, kind: 'credentials' | 'reauth'): Error {
    return refusal(answer, { kind }, this.#refusalParts(call))
  }

  #refusalParts({ method, path }: { method: string; path: string }) {
    const { signals, now } = this.#options
    return { method, path, signals, redactor: this.#redactor, nowMs: now().getTime() }
  }
}

function outgoing(call: Call, baseUrl: string): OutgoingRequest {
  const url = new URL(call.path, baseUrl)
  for (const [name, value] of Object.entries(call.query)) {
    if (value === undefined || value === null) continue
    if (typeof value !== 'object') url.searchParams.set(name, String(value))
    else for (const item of value) url.searchParams.append(name, item)
  }
  const headers: Record<string, string> = { accept: 'application/json' }
  if (call.body === undefined) return { method: call.method, url, headers, body: null }
  const isForm = call.body instanceof URLSearchParams
  headers['content-type'] = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
  return { method: call.method, url, headers, body: isForm ? String(call.body) : JSON.stringify(call.body) }
}
