/**
 * The network of a simulation: every HTTP request of a server, a simulator or a client is a step, and so is its answer. An application is
 * reached by the port it was told to listen on; nothing is really listened on.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import { createRequire } from 'node:module'
import type { FastifyInstance, InjectOptions } from 'fastify'
import type { Dispatcher } from 'undici'
import type { FaultSwitches } from './fault-switches.ts'
import { fingerprint } from './history.ts'
import { currentOwner, runAs, type Scheduler, type StepOwner } from './scheduler.ts'

export interface NetworkRequest {
  method: string
  url: string
  headers: Record<string, string>
  body: Buffer | null
}

export interface NetworkAnswer {
  status: number
  headers: Record<string, string | string[]>
  body: Buffer
}

/** Whoever answers at an address. */
type NetworkHandler = (request: NetworkRequest) => Promise<NetworkAnswer>

interface NetworkPlace {
  owner: StepOwner
  handle: NetworkHandler
}

/** How the way to a place is. */
interface RoadState {
  delayMs: [from: number, to: number]
  hasFaults: boolean
}

/** Whoever answers a request may break its connection instead. */
const breaking = new AsyncLocalStorage<() => void>()

class ConnectionLost extends Error {
  readonly code = 'UND_ERR_SOCKET'
  constructor() {
    super('other side closed')
  }
}

export class SimulatedNetwork {
  readonly #scheduler: Scheduler
  readonly #faults: FaultSwitches
  readonly #places = new Map<string, NetworkPlace>()
  /** Requests that the owner has begun to answer; they fail when it ends. */
  readonly #begun = new Map<StepOwner, Set<() => void>>()
  /** Faults strike only while this is set. */
  isTroubled = false
  /** Is told of every request that arrives, and returns who hears of its answer. */
  onArrival: (request: NetworkRequest, owner: StepOwner, atMs: number) => (status: number) => void =
    () => () => {}
  #nextPort = 40_000

  constructor(scheduler: Scheduler, faults: FaultSwitches) {
    this.#scheduler = scheduler
    this.#faults = faults
  }

  place(origin: string, place: NetworkPlace): void {
    this.#places.set(origin, place)
  }

  /** From now on somebody stands between the network and a place that is there. */
  wrap(origin: string, change: (handle: NetworkHandler) => NetworkHandler): void {
    const place = this.#places.get(origin)
    if (!place) throw new Error(`nobody listens at ${origin}`)
    this.#places.set(origin, { owner: place.owner, handle: change(place.handle) })
  }

  /** The owner ended: who waits for its answers hears that the connection broke. */
  drop(owner: StepOwner): void {
    for (const fail of this.#begun.get(owner) ?? []) fail()
    this.#begun.delete(owner)
  }

  /** Lets every application of the process listen here. */
  adopt(app: FastifyInstance): void {
    const owner = currentOwner()
    let bound = 0
    const handle: NetworkHandler = async ({ method, url, headers, body }) => {
      const { pathname, search } = new URL(url)
      const answer = await app.inject({
        method: method as NonNullable<InjectOptions['method'] & 'GET'>,
        url: pathname + search,
        headers,
        ...(body ? { payload: body } : {}),
      })
      const shown = Object.entries(answer.headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, Array.isArray(value) ? value : String(value)] as const],
      )
      return { status: answer.statusCode, headers: Object.fromEntries(shown), body: answer.rawPayload }
    }
    const listen = async ({ port = 0 }: { port?: number } = {}) => {
      bound = port === 0 ? (this.#nextPort += 1) : port
      await app.ready()
      for (const host of ['127.0.0.1', 'localhost']) this.place(`http://${host}:${bound}`, { owner, handle })
      return `http://127.0.0.1:${bound}`
    }
    // An injected request has a socket that cannot be broken.
    app.addHook('onRequest', async ({ raw }) => {
      const broke = breaking.getStore()
      if (broke && !('destroy' in raw.socket)) Object.defineProperty(raw.socket, 'destroy', { value: broke })
    })
    Object.defineProperty(app, 'listen', { value: listen })
    Object.defineProperty(app.server, 'address', {
      value: () => ({ address: '127.0.0.1', family: 'IPv4', port: bound }),
    })
  }

  /** Sends a request; the promise fails when it or its answer is lost. */
  request(
    request: NetworkRequest,
    road: RoadState = { delayMs: [0.5, 4], hasFaults: false },
  ): Promise<NetworkAnswer> {
    const scheduler = this.#scheduler
    const { promise, resolve, reject } = Promise.withResolvers<NetworkAnswer>()
    const { pathname, origin } = new URL(request.url)
    const about = `${request.method} ${new URL(request.url).port} ${pathname}`
    const slow = road.hasFaults && this.#isDue('slow-vendor', 25) ? 8_000 : 0
    const wait = () => scheduler.delay(...road.delayMs)
    const fail = (afterMs: number, why: string) =>
      void scheduler.plan(afterMs, `${about} fails`, () => {
        reject(new ConnectionLost())
        return why
      })
    if (road.hasFaults && this.#isDue('lost-request', 40)) {
      fail(scheduler.delay(5, 5_000), 'request lost')
      return promise
    }
    const isAnswerLost = road.hasFaults && this.#isDue('lost-answer', 40)
    const inCaller = currentOwner()
    scheduler.plan(wait() + slow, `${about} arrives`, () => {
      const place = this.#places.get(origin)
      if (!place?.owner.isAlive) {
        fail(wait(), 'nobody listens')
        return 'nobody listens'
      }
      const begun = this.#begun.get(place.owner) ?? new Set()
      const broke = () => {
        if (begun.delete(broke)) runAs(inCaller, () => fail(wait(), 'connection broke'))
      }
      this.#begun.set(place.owner, begun.add(broke))
      const hearAnswer = this.onArrival(request, place.owner, scheduler.nowMs)
      const answered = (answer: NetworkAnswer) => {
        if (!begun.delete(broke)) return
        hearAnswer(answer.status)
        runAs(inCaller, () => {
          if (isAnswerLost) return fail(scheduler.delay(5, 5_000), 'answer lost')
          scheduler.plan(wait(), `${about} is answered`, () => {
            resolve(answer)
            return `${answer.status} ${fingerprint(answer.body)}`
          })
        })
      }
      runAs(place.owner, () => breaking.run(broke, () => void place.handle(request).then(answered, broke)))
      return fingerprint(request.body ?? '')
    })
    return promise
  }

  #isDue(kind: 'slow-vendor' | 'lost-request' | 'lost-answer', oneIn: number): boolean {
    return this.isTroubled && this.#faults.has(kind) && this.#scheduler.random.next() < 1 / oneIn
  }

  /** Requests of undici's agents, by which servers reach vendors and receivers, and simulators reach servers. */
  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    let isOver = false
    const controller = {
      aborted: false as boolean,
      paused: false,
      reason: null as Error | null,
      rawHeaders: [],
      rawTrailers: [],
      pause() {},
      resume() {},
      abort: (reason: Error) => {
        if (isOver) return
        isOver = controller.aborted = true
        controller.reason = reason
        handler.onResponseError?.(controller, reason)
      },
    } satisfies Dispatcher.DispatchController & { rawHeaders: unknown; rawTrailers: unknown }
    handler.onRequestStart?.(controller, {})
    if (isOver) return true
    const { body, method, path, origin } = options
    const request: NetworkRequest = {
      method,
      url: new URL(path, String(origin)).href,
      headers: plainHeaders(options.headers),
      body: body === null || body === undefined ? null : Buffer.from(body as string | Buffer),
    }
    this.request(request, { delayMs: [20, 250], hasFaults: true }).then(
      ({ status, headers, body: bytes }) => {
        if (isOver) return
        handler.onResponseStart?.(controller, status, headers, '')
        if (isOver) return
        if (bytes.length > 0) handler.onResponseData?.(controller, bytes)
        if (isOver) return
        isOver = true
        handler.onResponseEnd?.(controller, {})
      },
      (error: Error) => controller.abort(error),
    )
    return true
  }
}

function plainHeaders(headers: Dispatcher.DispatchOptions['headers']): Record<string, string> {
  if (!headers) return {}
  const entries = Array.isArray(headers)
    ? headers.flatMap((name, index) => (index % 2 === 0 ? [[String(name), String(headers[index + 1])]] : []))
    : Symbol.iterator in headers
      ? [...(headers as Iterable<[string, unknown]>)]
      : Object.entries(headers)
  return Object.fromEntries(
    entries.flatMap(([name, value]) =>
      value === undefined ? [] : [[String(name).toLowerCase(), String(value)]],
    ),
  )
}

/** All requests of the process go by this network from now on, and all its applications listen there. */
export function installNetwork(network: SimulatedNetwork): void {
  subscribe('fastify.initialization', (message) =>
    network.adopt((message as { fastify: FastifyInstance }).fastify),
  )
  const load = createRequire(import.meta.url)
  const { prototype } = load('undici/lib/dispatcher/agent.js') as { prototype: Dispatcher }
  prototype.dispatch = (options, handler) => network.dispatch(options, handler)
  globalThis.fetch = async (input, init = {}) => {
    const body = init.body === undefined || init.body === null ? null : Buffer.from(init.body as string)
    const headers = Object.fromEntries(new Headers(init.headers))
    const url = input instanceof Request ? input.url : String(input)
    const answer = await network.request({ method: init.method ?? 'GET', url, headers, body })
    const empty = [101, 204, 304].includes(answer.status)
    return new Response(empty ? null : new Uint8Array(answer.body), {
      status: answer.status,
      headers: { 'content-type': String(answer.headers['content-type'] ?? '') },
    })
  }
}
