import { Agent, request as send } from 'undici'
import type { Answer, Verdict, VendorSignals } from './answer.ts'
import { verdictOfStatus } from './answer.ts'
import type { AuthContext, AuthSession, AuthStrategy, OutgoingRequest } from './auth/auth.ts'
import type { RateLimit } from './connector.ts'
import { describeFailure } from './failure.ts'
import { readAnswer } from './read-answer.ts'
import { longestWaitMs } from './ratelimit.ts'
import type { Budget, Lane } from './ratelimit.ts'
import { createRedactor } from './redact.ts'
import { retryAfterMs } from './retry-after.ts'
import { VendorError } from './vendor-error.ts'
import type { VendorErrorKind } from './vendor-error.ts'

export type Query = Record<string, string | number | boolean | null | undefined>

/** What operations are handed: calls that are already authenticated, paced, repeated, classified and recorded. */
export interface VendorHttp {
  get(path: string, options?: { query?: Query }): Promise<unknown>
  post(path: string, options?: { query?: Query; body?: unknown }): Promise<unknown>
  put(path: string, options?: { query?: Query; body?: unknown }): Promise<unknown>
  delete(path: string, options?: { query?: Query }): Promise<unknown>
}

export interface VendorClient extends VendorHttp {
  /** The same client in another lane of the budget; `bookings` unless told. */
  lane(lane: Lane): VendorHttp
  close(): Promise<void>
}

/** One request as it happened, without query and body: both can hold personal data. */
export interface CallRecord {
  method: string
  path: string
  /** null: no answer. */
  status: number | null
  ms: number
  /** How many times this call had been sent before. */
  retries: number
  failure: VendorErrorKind | null
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
  /** Between 0 and 1; for jitter. */
  random?(): number
  maxBodyBytes?: number
}

interface Call {
  method: string
  path: string
  query: Query
  body: unknown
  lane: Lane
}

/** How often a kind of failure is worth another try. What was refused or never accepted is not. */
const tries: Partial<Record<VendorErrorKind, number>> = {
  unavailable: 4,
  rate_limited: 6,
  malformed: 3,
  timeout: 2,
}
const backoffMs = { first: 500, longest: 20_000 }
const defaults = { maxBodyBytes: 32 * 1024 * 1024, unknown429Ms: 10_000 }

export function createVendorHttp(options: VendorHttpOptions): VendorClient {
  const { auth, budget, identity, log, sleep } = options
  const now = () => options.now().getTime()
  const random = options.random ?? Math.random
  const redactor = createRedactor(auth.secrets)
  const agent = new Agent({
    keepAliveTimeout: 10_000,
    connections: 8,
    connect: { timeout: options.timeoutMs },
  })

  /** One request on the wire. No answer at all is thrown as a VendorError. */
  const exchange = async (request: OutgoingRequest, lane: Lane, retries: number): Promise<Answer> => {
    await budget.take(identity, options.rateLimits, lane)
    const started = performance.now()
    const path = request.url.pathname
    const record = (status: number | null, failure: VendorErrorKind | null): void => {
      const ms = Math.round(performance.now() - started)
      const call: CallRecord = { method: request.method, path, status, ms, retries, failure }
      options.onCall?.(call)
      log.debug({ ...call, identity }, 'vendor call')
    }
    try {
      const response = await send(request.url, {
        method: request.method as 'GET',
        headers: request.headers,
        body: request.body,
        dispatcher: agent,
        // The whole exchange has the time, not every part of it.
        signal: AbortSignal.timeout(options.timeoutMs),
        headersTimeout: options.timeoutMs,
        bodyTimeout: options.timeoutMs,
      })
      const answer = await readAnswer(response, options.maxBodyBytes ?? defaults.maxBodyBytes)
      record(answer.status, judge(answer, options.signals)?.kind ?? null)
      return answer
    } catch (error) {
      const failure = describeFailure(error)
      record(null, failure.kind)
      throw new VendorError(failure.kind, `${request.method} ${path}: ${redactor.excerpt(failure.message)}`, {
        method: request.method,
        path,
        cause: failure.code === undefined ? undefined : new Error(failure.code),
      })
    }
  }

  /** Tries until it succeeds or another try makes no sense. `safe`: sending it twice does no harm. */
  const persist = async (attempt: (retries: number) => Promise<Answer>, safe: boolean): Promise<Answer> => {
    for (let retries = 0; ; retries += 1) {
      const outcome = await attempt(retries).catch((error: unknown) => {
        if (error instanceof VendorError) return error
        throw error
      })
      if (!(outcome instanceof VendorError)) return outcome
      const { kind } = outcome
      // A refused call was not acted on, so even a write may be sent again.
      const again = retries + 1 < (tries[kind] ?? 1) && (safe || kind === 'rate_limited')
      const wait =
        kind === 'rate_limited' ? (outcome.retryAfterMs ?? defaults.unknown429Ms) : backoff(retries, random())
      // Without a status the budget itself refused, which knows already.
      if (kind === 'rate_limited' && outcome.status !== undefined) {
        await budget.block(identity, wait + Math.ceil(random() * 250))
      }
      if (!again || wait > longestWaitMs) throw outcome
      log.warn({ identity, kind, wait, retries, path: outcome.path }, 'vendor call is tried again')
      if (kind !== 'rate_limited') await sleep(wait)
    }
  }

  const refuse = (
    request: { method: string; path: string },
    answer: Answer,
    verdict: Verdict,
  ): VendorError => {
    const said = options.signals?.messageOf?.(answer.json) ?? plainText(answer)
    const vendorMessage = said === null ? undefined : redactor.excerpt(said)
    const text = `${request.method} ${request.path}: ${answer.status}${vendorMessage === undefined ? '' : ` ${vendorMessage}`}`
    return new VendorError(verdict.kind, text, {
      status: answer.status,
      method: request.method,
      path: request.path,
      ...(vendorMessage === undefined ? {} : { vendorMessage }),
      ...retryHint(verdict, answer, now()),
    })
  }

  const demand = (request: { method: string; path: string }, answer: Answer): Answer => {
    const verdict = judge(answer, options.signals)
    if (verdict !== null) throw refuse(request, answer, verdict)
    return answer
  }

  const context = (lane: Lane): AuthContext => ({
    session: options.session,
    now: options.now,
    sleep,
    secret: redactor.add,
    send: ({ method, path, headers, body }) =>
      persist(async (retries) => {
        const url = new URL(path, options.baseUrl)
        const answer = await exchange({ method, url, headers, body }, lane, retries)
        const verdict = judge(answer, options.signals)
        // What a refusal of a token endpoint means is for the strategy to say.
        return verdict !== null && tries[verdict.kind] !== undefined
          ? demand({ method, path }, answer)
          : answer
      }, true),
  })

  const attempt = async (call: Call, retries: number): Promise<Answer> => {
    const access = context(call.lane)
    const signed = outgoing(call, options.baseUrl)
    const used = await auth.sign(signed, access)
    const answer = await exchange(signed, call.lane, retries)
    if (!auth.refuses(answer)) return demand(call, answer)
    if (auth.renew === undefined) throw refuse(call, answer, { kind: 'credentials' })
    await auth.renew(used, access)
    const second = outgoing(call, options.baseUrl)
    await auth.sign(second, access)
    const secondAnswer = await exchange(second, call.lane, retries)
    if (auth.refuses(secondAnswer)) throw refuse(call, secondAnswer, { kind: 'reauth' })
    return demand(call, secondAnswer)
  }

  const perform = async (call: Call): Promise<unknown> => {
    const answer = await persist((retries) => attempt(call, retries), call.method === 'GET')
    return answer.json
  }

  const inLane = (lane: Lane): VendorHttp => ({
    get: (path, { query = {} } = {}) => perform({ method: 'GET', path, query, body: undefined, lane }),
    post: (path, { query = {}, body } = {}) => perform({ method: 'POST', path, query, body, lane }),
    put: (path, { query = {}, body } = {}) => perform({ method: 'PUT', path, query, body, lane }),
    delete: (path, { query = {} } = {}) => perform({ method: 'DELETE', path, query, body: undefined, lane }),
  })
  return { ...inLane('bookings'), lane: inLane, close: () => agent.destroy() }
}

/** null: a success that can be read. */
function judge(answer: Answer, signals: VendorSignals | undefined): Verdict | null {
  const special = signals?.verdictOf?.(answer)
  if (special) return special
  const kind = special === null ? null : verdictOfStatus(answer.status)
  if (kind !== null) return { kind }
  return answer.text !== '' && answer.json === undefined ? { kind: 'malformed' } : null
}

function outgoing(call: Call, baseUrl: string): OutgoingRequest {
  const url = new URL(call.path, baseUrl)
  for (const [name, value] of Object.entries(call.query)) {
    if (value !== undefined && value !== null) url.searchParams.set(name, String(value))
  }
  const headers: Record<string, string> = { accept: 'application/json' }
  if (call.body === undefined) return { method: call.method, url, headers, body: null }
  headers['content-type'] = 'application/json'
  return { method: call.method, url, headers, body: JSON.stringify(call.body) }
}

function backoff(retries: number, random: number): number {
  const full = Math.min(backoffMs.longest, backoffMs.first * 2 ** retries)
  return Math.round(full * (0.5 + random / 2))
}

function retryHint(verdict: Verdict, answer: Answer, nowMs: number): { retryAfterMs?: number } {
  if (verdict.kind !== 'rate_limited' && verdict.kind !== 'unavailable') return {}
  const wait = verdict.retryAfterMs ?? retryAfterMs(answer.headers, nowMs)
  return wait === null ? {} : { retryAfterMs: wait }
}

function plainText(answer: Answer): string | null {
  if (answer.text === '') return null
  return /^\s*</.test(answer.text) ? 'a web page instead of JSON' : answer.text
}
