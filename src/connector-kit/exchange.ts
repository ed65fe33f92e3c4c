import type { VendorAnswer, VendorSignals } from './answer.ts'
import type { OutgoingRequest } from './auth/auth.ts'
import { Agent, send } from '../platform/outbound/undici.ts'
import { recordFinishedSpan, pathPattern, tracer } from '../platform/spans.ts'
import { currentTrace } from '../platform/trace.ts'
import { readAnswer, BodyTooLarge } from './read-answer.ts'
import type { Redactor } from './redact.ts'
import { judge } from './verdict.ts'
import { VendorError, type VendorErrorKind } from './vendor-error.ts'

interface VendorFailure {
  kind: VendorErrorKind
  message: string
  code?: string
}

const timeoutCodes = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_ABORTED',
  'ETIMEDOUT',
])

/** Why there was no answer, in the words of VendorError. */
function describeFailure(error: unknown): VendorFailure {
  if (error instanceof BodyTooLarge) return { kind: 'malformed', message: error.message }
  if (!(error instanceof Error)) return { kind: 'unavailable', message: 'no answer' }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const timedOut = error.name === 'TimeoutError' || (code !== undefined && timeoutCodes.has(code))
  const message = timedOut ? 'no answer in time' : `no answer (${code ?? error.message})`
  return { kind: timedOut ? 'timeout' : 'unavailable', message, ...(code === undefined ? {} : { code }) }
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

export interface ExchangeParts {
  timeoutMs: number
  maxBodyBytes: number
  signals: VendorSignals | undefined
  redactor: Redactor
  onCall(call: CallRecord): void
  /** Every answer whole: for whoever looks at the vendor itself, and keeps nothing personal of it. */
  onAnswer?: ((answer: VendorAnswer) => void) | undefined
}

/** Whoever sends: how often it was sent before, who hears of it, and when nobody waits for it any more. */
export interface VendorCallOptions {
  retries: number
  onCall?: ((call: CallRecord) => void) | undefined
  signal?: AbortSignal | undefined
}

/** Requests on the wire, over connections that are kept. No answer at all is thrown as a VendorError. */
export class VendorExchange {
  readonly #parts: ExchangeParts
  readonly #agent: Agent

  constructor(parts: ExchangeParts) {
    this.#parts = parts
    this.#agent = new Agent({
      // Shorter than what any usual server keeps them for: a write on a connection that is just being closed has no answer.
      keepAliveTimeout: 4_000,
      // Workers and requests share them: none is to wait for the other's slow answers.
      connections: 64,
      connect: { timeout: parts.timeoutMs },
    })
  }

  async send(request: OutgoingRequest, sending: VendorCallOptions): Promise<VendorAnswer> {
    const { retries } = sending
    const { signals, onCall, redactor } = this.#parts
    const { method } = request
    const path = redactor.redact(request.url.pathname)
    const started = performance.now()
    const record = (status: number | null, failure: VendorErrorKind | null): void => {
      const call = { method, path, status, ms: Math.round(performance.now() - started), retries, failure }
      onCall(call)
      sending.onCall?.(call)
      const { host } = request.url
      currentTrace()?.call({ ...call, host })
      if (tracer === null) return
      recordFinishedSpan(() => ({
        name: `${method} ${pathPattern(path)}`,
        kind: 'client',
        ms: performance.now() - started,
        attributes: {
          'http.request.method': method,
          'server.address': host,
          'url.template': pathPattern(path),
          'http.response.status_code': status,
          'http.request.resend_count': retries,
          'error.type': failure,
        },
        error: failure,
      }))
    }
    try {
      const answer = await this.#fetch(request, sending.signal)
      this.#parts.onAnswer?.(answer)
      record(answer.status, judge(answer, signals)?.kind ?? null)
      return answer
    } catch (error) {
      const failure = describeFailure(error)
      record(null, failure.kind)
      const message = `${method} ${path}: ${redactor.excerpt(failure.message)}`
      throw new VendorError(failure.kind, message, { method, path, cause: failure.code })
    }
  }

  close(): Promise<void> {
    return this.#agent.destroy()
  }

  async #fetch(
    { method, url, headers, body }: OutgoingRequest,
    hungUp: AbortSignal | undefined,
  ): Promise<VendorAnswer> {
    const { timeoutMs, maxBodyBytes } = this.#parts
    const inTime = AbortSignal.timeout(timeoutMs)
    const response = await send(this.#agent, {
      url,
      method: method as 'GET',
      headers,
      body,
      // The whole exchange has this time, not every part of it.
      signal: hungUp === undefined ? inTime : AbortSignal.any([inTime, hungUp]),
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    })
    return readAnswer(response, maxBodyBytes)
  }
}
