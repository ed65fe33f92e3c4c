import { userAgent } from '../platform/version.ts'
/** Makes calls in an account's name: authenticated, paced, retried, classified and recorded. */
import type { VendorAnswer } from './answer.ts'
import type { AuthContext, OutgoingRequest } from './auth/auth.ts'
import { deprecationsIn } from './deprecations.ts'
import { VendorExchange } from './exchange.ts'
import type { Query, VendorClient, VendorHttp, VendorLine, VendorLineOptions, VendorWork } from './http.ts'
import { assertWorthwhile, asOutcome, unlessHungUp, type OpenWork } from './open-work.ts'
import { outgoing } from './outgoing-request.ts'
import { isHeldBack, type CallLane } from './ratelimit.ts'
import { createRedactor } from './redact.ts'
import { rememberIn } from './remember.ts'
import type { Memory } from './http.ts'
import { isTransient, persist } from './retry.ts'
import { isClockFault } from './clock-fault.ts'
import { ResourceLimits } from './resource-limits.ts'
import { isTokenRefused } from './token-words.ts'
import { judge, refusal } from './verdict.ts'
import { isWebPage } from './web-page.ts'

export type VendorHttpOptions = VendorLineOptions & Pick<VendorWork, 'onCall'>

interface LineCallOptions {
  query?: Query
  body?: unknown
  origin?: string
  idempotencyKey?: string
  awaited?: boolean
  safe?: boolean
}

interface LineCall {
  method: string
  path: string
  query: Query
  body: unknown
  origin: string | undefined
  idempotencyKey: string | undefined
  lane: CallLane
  awaited: boolean
  safe: boolean
  work: OpenWork
}

interface LineSendOptions {
  lane: CallLane
  retries: number
  work: OpenWork
  isRead: boolean
  seal?: () => void
}

/** A call that took less time than this did not wait. */
const noWaitMs = 200
const defaultMaxBodyBytes = 32 * 1024 * 1024

/** Opens a client for one piece of work alone. */
export function createVendorHttp(options: VendorHttpOptions): VendorClient {
  const line = createVendorLine(options)
  const { budget, sleep, onCall } = options
  return { ...line.open({ budget, sleep, onCall }), close: () => line.close() }
}

export function createVendorLine(options: VendorLineOptions): VendorLine {
  const connection = new VendorConnection(options)
  const settings: Memory = new Map()
  return {
    open: (work) => openWork(connection, work, settings),
    close: () => connection.close(),
  }
}

function openWork(connection: VendorConnection, vendorWork: VendorWork, settings: Memory): VendorClient {
  const hangUp = new AbortController()
  const { patience } = vendorWork
  const signal = patience ? AbortSignal.any([hangUp.signal, patience.over]) : hangUp.signal
  const work: OpenWork = { ...vendorWork, signal, hasSent: false }
  const inLane = (lane: CallLane): VendorHttp => {
    const call =
      (method: string) =>
      (path: string, options: LineCallOptions = {}) => {
        const { query = {}, body, origin, idempotencyKey, awaited = false, safe = method === 'GET' } = options
        const parts = { query, body, origin, idempotencyKey }
        return connection.perform({ method, path, ...parts, lane, awaited, safe, work })
      }
    const http = {
      get: call('GET'),
      post: call('POST'),
      put: call('PUT'),
      patch: call('PATCH'),
      delete: call('DELETE'),
    }
    // Without a shared memory each lane loads for itself, so an urgent lane never waits for a slow one.
    rememberIn(http, { work: work.memory ?? new Map(), settings, identity: connection.identity })
    return http
  }
  const lanes = new Map<CallLane, VendorHttp>()
  const lane = (name: CallLane): VendorHttp => {
    const laneClient = lanes.get(name) ?? inLane(name)
    lanes.set(name, laneClient)
    return laneClient
  }
  return { ...inLane('bookings'), lane, close: async () => hangUp.abort(new Error('hung up')) }
}

class VendorConnection {
  readonly #options: VendorLineOptions
  readonly #redactor
  readonly #exchange: VendorExchange
  /** Calls that cost more than one are known only afterwards; the next call pays the difference. */
  #owed = 0
  readonly #closing = new AbortController()
  readonly #limits: ResourceLimits

  constructor(options: VendorLineOptions) {
    const { identity, log, timeoutMs, signals, maxBodyBytes = defaultMaxBodyBytes } = options
    this.#options = options
    this.#limits = new ResourceLimits(options.resourceLimits ?? [])
    this.#redactor = createRedactor(options.auth.secrets)
    this.#exchange = new VendorExchange({
      timeoutMs,
      maxBodyBytes,
      signals,
      redactor: this.#redactor,
      onAnswer: options.onAnswer,
      onCall: (call) => log.debug({ identity, ...call }, 'vendor call'),
    })
  }

  get identity(): string {
    return this.#options.identity
  }

  async perform(call: LineCall): Promise<unknown> {
    const { access } = call.work
    try {
      const answer = await this.#persist((retries) => this.#attempt(call, retries), call.safe, call.work)
      await access?.accepted()
      return this.#options.signals?.contentOf?.(answer) ?? answer.json
    } catch (error) {
      await access?.failed(error)
      throw error
    }
  }

  close(): Promise<void> {
    this.#closing.abort(new Error('hung up'))
    return this.#exchange.close()
  }

  /** Makes one try; a rejected proof is renewed once. */
  async #attempt(call: LineCall, retries: number): Promise<VendorAnswer> {
    const { auth, now } = this.#options
    const { lane, work } = call
    const context = this.#authContext(work)
    const send = async (): Promise<{ answer: VendorAnswer; used: string | null }> => {
      const request = outgoing(call, this.#originOf(call.origin))
      const used = await unlessHungUp(work, () => auth.sign(request, context))
      const seal = () => auth.seal?.(request, now())
      return { answer: await this.#send(request, { lane, retries, work, isRead: call.safe, seal }), used }
    }
    this.#limits.assertFree(call.path, now().getTime())
    const { answer, used } = await send()
    if (isWebPage(answer) || !auth.refuses(answer)) return this.#demand(call, answer)
    const { renew } = auth
    if (renew === undefined) throw this.#refusal(call, answer, 'credentials')
    await unlessHungUp(work, () => renew(used, context))
    const { answer: second } = await send()
    if (!isWebPage(second) && auth.refuses(second) && isTokenRefused(second))
      throw this.#refusal(call, second, 'reauth')
    return this.#demand(call, second)
  }

  /** An address in place of the vendor's own stands for all of its origins. */
  #originOf(origin: string | undefined): string {
    const { baseUrl, isElsewhere } = this.#options
    return isElsewhere ? baseUrl : (origin ?? baseUrl)
  }

  /** A new token serves all work, so it is requested in the first lane and survives a caller who hangs up. */
  #authContext({ onCall }: OpenWork): AuthContext {
    const { session, now, sleep, budget, signals } = this.#options
    const work = { budget, sleep, onCall, signal: this.#closing.signal, hasSent: false }
    return {
      session,
      now,
      sleep,
      secret: this.#redactor.add,
      send: ({ method, origin, path, headers, body, once }) =>
        this.#persist(
          async (retries) => {
            const url = new URL(path, this.#originOf(origin))
            const request = { method, url, headers, body }
            const answer = await this.#send(request, { lane: 'guest', retries, work, isRead: true })
            const verdict = judge(answer, signals, { isRead: true })
            // The strategy decides what a lasting refusal by a token endpoint means.
            const passes = verdict === null || !isTransient(verdict.kind)
            return passes ? answer : this.#demand({ method, path, safe: true }, answer)
          },
          once !== true,
          work,
        ),
    }
  }

  async #send(
    request: OutgoingRequest,
    { lane, retries, work, isRead, seal }: LineSendOptions,
  ): Promise<VendorAnswer> {
    const { identity, rateLimits, signals } = this.#options
    const { budget, onCall, signal, patience } = work
    if (!isRead) await work.beforeWrite?.()
    const owed = this.#owed
    this.#owed = 0
    try {
      assertWorthwhile(work, isRead)
      const began = performance.now()
      await budget.take(identity, rateLimits, lane, { calls: 1 + owed, patience })
      if (!isRead && performance.now() - began > noWaitMs) await patience?.lookAgain()
      assertWorthwhile(work, isRead)
    } catch (error) {
      this.#owed += owed
      throw isHeldBack(error) ? asOutcome(error, work) : error
    }
    if (!isRead) {
      work.hasSent = true
      patience?.noteSent()
    }
    request.headers['user-agent'] = userAgent
    seal?.()
    const answer = await this.#exchange.send(request, { retries, onCall, signal })
    const { cost = 1, pauseMs = 0 } = signals?.allowanceOf?.(answer) ?? {}
    this.#owed += Math.max(0, cost - 1)
    if (pauseMs > 0) await budget.block(identity, rateLimits, pauseMs)
    await this.#reportDeprecations(request, answer, work)
    return answer
  }

  async #reportDeprecations(
    { method, url }: OutgoingRequest,
    answer: VendorAnswer,
    { deprecations }: OpenWork,
  ): Promise<void> {
    if (deprecations === undefined || isWebPage(answer)) return
    const { signals } = this.#options
    const parts = { method, path: url.pathname, answer, signals, redactor: this.#redactor }
    for (const deprecation of deprecationsIn(parts)) await deprecations.announced(deprecation)
  }

  #persist(
    attempt: (retries: number) => Promise<VendorAnswer>,
    safe: boolean,
    { budget, sleep, patience }: OpenWork,
  ): Promise<VendorAnswer> {
    const { identity, rateLimits, log, random = Math.random } = this.#options
    const onRetry = (about: object) => log.warn({ identity, ...about }, 'vendor call is tried again')
    const leftMs = () => patience?.leftMs() ?? Infinity
    return persist(attempt, safe, { budget, identity, rateLimits, sleep, random, leftMs, onRetry })
  }

  #demand(
    call: { method: string; path: string; safe: boolean; awaited?: boolean },
    answer: VendorAnswer,
  ): VendorAnswer {
    const verdict = judge(answer, this.#options.signals, { isRead: call.safe })
    if (verdict === null) return answer
    const isOnItsWay = call.awaited === true && verdict.kind === 'not_found'
    const error = refusal(answer, isOnItsWay ? { kind: 'unavailable' } : verdict, this.#refusalParts(call))
    this.#limits.notePause(error, this.#options.now().getTime())
    throw error
  }

  #refusal(call: LineCall, answer: VendorAnswer, kind: 'credentials' | 'reauth'): Error {
    const error = refusal(answer, { kind }, this.#refusalParts(call))
    const { identity, log } = this.#options
    if (isClockFault(error))
      log.warn(
        { identity, clockAheadMs: error.clockAheadMs },
        'access was refused while the clock of this server differs from the vendor’s',
      )
    return error
  }

  #refusalParts({ method, path }: { method: string; path: string }) {
    const { signals, now } = this.#options
    const limitedTo = this.#limits.resourceOf(path)
    return { method, path, signals, redactor: this.#redactor, nowMs: now().getTime(), limitedTo }
  }
}
