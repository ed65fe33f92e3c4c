/**
 * Spans: what happened when, told to whoever gathers traces (`features/observability/tracing`). As long as nobody does, `tracer` is null, and
 * looking at that is all it costs. No name holds an id or anything personal; no value of a statement and no body is told.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { RequestStage } from './trace.ts'

export type SpanKind = 'server' | 'client' | 'internal'
/** What is undefined or null is left out. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | null | undefined>>

export interface SpanStart {
  name: string
  kind: SpanKind
  attributes?: SpanAttributes
  parent?: TraceSpan | null
  /** A header of that name, W3C Trace Context; what cannot be read begins a new trace. */
  traceparent?: string | undefined
  /** How long ago it began. */
  agoMs?: number
}

export interface TraceSpan {
  /** 32 hexadecimal digits; null: this trace is not recorded. */
  readonly traceId: string | null
  set(attributes: SpanAttributes): void
  /** `error`: a word for what went wrong, never a message. */
  end(error?: string | null): void
}

export interface Tracer {
  start(about: SpanStart): TraceSpan
}

/** Whoever gathers; null: nobody, and whoever could tell of something goes on. */
export let tracer: Tracer | null = null

/** null: nobody gathers any more. */
export const useTracer = (given: Tracer | null): void => void (tracer = given)

const active = new AsyncLocalStorage<{ readonly current: TraceSpan | null }>()
const parentNow = (): TraceSpan | null => active.getStore()?.current ?? null

/** As a method is called in names of spans: callers can send any word. */
const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'])
const methodName = (method: string): string => (methods.has(method) ? method : 'other')

/** The span of a request, with one below it for each of its stages. */
export class RequestSpans {
  readonly root: TraceSpan
  readonly #tracer: Tracer
  #stage: TraceSpan | null

  constructor(by: Tracer, about: SpanStart) {
    this.#tracer = by
    this.root = by.start(about)
    this.#stage = this.#begin('queue')
  }

  #begin(stage: RequestStage): TraceSpan {
    return this.#tracer.start({ name: stage, kind: 'internal', parent: this.root })
  }

  /** The stage that runs, so that what happens in it stands below it; null: the request is over. */
  get current(): TraceSpan | null {
    return this.#stage
  }

  /** null: the request is over; `end` says how. */
  enter(stage: RequestStage | null): void {
    this.#stage?.end()
    this.#stage = stage === null ? null : this.#begin(stage)
  }

  end(attributes: SpanAttributes, error: string | null): void {
    this.root.set(attributes)
    this.root.end(error)
  }
}

export interface TracedRequest {
  method: string
  /** The route's pattern; null for a path that nobody answers. */
  route: string | null
  traceparent: string | undefined
}

export function requestSpans({ method, route, traceparent }: TracedRequest): RequestSpans | null {
  if (tracer === null) return null
  const name = methodName(method)
  return new RequestSpans(tracer, {
    name: `${name} ${route ?? 'none'}`,
    kind: 'server',
    attributes: { 'http.request.method': name, 'http.route': route },
    traceparent,
  })
}

export const withinSpans = <T>(spans: RequestSpans, work: () => T): T => active.run(spans, work)

const wordFor = (error: unknown): string => (error instanceof Error ? error.name : 'error')

/** A span around work that no caller waits for. */
export async function inSpan<T>(about: Omit<SpanStart, 'parent'>, work: () => Promise<T>): Promise<T> {
  if (tracer === null) return work()
  const current = tracer.start({ ...about, parent: parentNow() })
  let failure: string | null = null
  try {
    return await active.run({ current }, work)
  } catch (error) {
    failure = wordFor(error)
    throw error
  } finally {
    current.end(failure)
  }
}

export interface FinishedSpan {
  name: string
  kind: SpanKind
  ms: number
  attributes: SpanAttributes
  error?: string | null
}

/** Something that is over already. `about` is asked only when somebody gathers. */
export function noteFinished(about: () => FinishedSpan): void {
  if (tracer === null) return
  const { ms, error, ...rest } = about()
  tracer.start({ ...rest, agoMs: ms, parent: parentNow() }).end(error)
}

/** The same, for what happens all the time: only within something that is traced. */
export function noteInside(about: () => FinishedSpan): void {
  if (tracer !== null && parentNow() !== null) noteFinished(about)
}

/** Codes of bookings may be of capital letters alone; no operation of a provider is called in six of them. */
const idLike = /\d|%|@|.{25}|[A-Z]{6}/

/** A path without what stands for one record in it. */
export const pathPattern = (path: string): string =>
  path
    .split('/')
    // Versions of an API and plain words name an operation.
    .map((part) => (idLike.test(part) && !/^v\d{1,2}(?:\.\d)?$/.test(part) ? '{id}' : part))
    .join('/')
