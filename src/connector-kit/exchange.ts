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

/** Classifies a failure without an answer as VendorError does. */
function describeFailure(error: unknown): VendorFailure {
  if (error instanceof BodyTooLarge) return { kind: 'malformed', message: error.message }
  if (!(error instanceof Error)) return { kind: 'unavailable', message: 'no answer' }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const timedOut = error.name === 'TimeoutError' || (code !== undefined && timeoutCodes.has(code))
  const message = timedOut ? 'no answer in time' : `no answer (${code ?? error.message})`
  return { kind: timedOut ? 'timeout' : 'unavailable', message, ...(code === undefined ? {} : { code }) }
}

/** The record leaves out query and body, which can hold personal data. */
export interface CallRecord {
  method: string
  path: string
  /** The status is null without an answer. */
  status: number | null
  ms: number
  /** The call had been sent this often before. */
  retries: number
  failure: VendorErrorKind | null
}

export interface ExchangeParts {
  timeoutMs: number
  maxBodyBytes: number
  signals: VendorSignals | undefined
  redactor: Redactor
  onCall(call: CallRecord): void
  /** Gets every answer, personal data included; it must keep nothing of that. */
  onAnswer?: ((answer: VendorAnswer) => void) | undefined
}

/** The caller of an exchange names earlier tries, a recorder, and a signal that nobody waits any more. */
export interface VendorCallOptions {
  retries: number
  onCall?: ((call: CallRecord) => void) | undefined
  signal?: AbortSignal | undefined
}

/** Sends requests over pooled connections. A missing answer throws a VendorError. */
export class VendorExchange {
  readonly #parts: ExchangeParts
  readonly #agent: Agent

  constructor(parts: ExchangeParts) {
    this.#parts = parts
    this.#agent = new Agent({
      // Servers usually close later than this: a write on a connection being closed gets no answer.
      keepAliveTimeout: 4_000,
      // Workers and requests share these, and must not wait for each other's slow answers.
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
      // The time limit covers the whole exchange, not each part.
      signal: hungUp === undefined ? inTime : AbortSignal.any([inTime, hungUp]),
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    })
    return readAnswer(response, maxBodyBytes)
  }
}
