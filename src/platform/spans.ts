/**
 * Reports spans to a trace collector (`features/observability/tracing`). Without a collector `tracer` is
 * null, and checking that is the only cost. Spans hold no ids, personal data, statement values or bodies.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

export const stages = [
  'queue',
  'auth',
  'limits',
  'body',
  'validation',
  'handler',
  'serialisation',
  'sending',
] as const

export type RequestStage = (typeof stages)[number]

export type SpanKind = 'server' | 'client' | 'internal'
/** Undefined and null values are left out. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | null | undefined>>

export interface SpanStart {
  name: string
  kind: SpanKind
  attributes?: SpanAttributes
  parent?: TraceSpan | null
  /** The header is a W3C `traceparent`; an unreadable one begins a new trace. */
  traceparent?: string | undefined
  /** The span began this many milliseconds ago. */
  agoMs?: number
}

export interface TraceSpan {
  /** The id has 32 hexadecimal digits; null when the trace is not recorded. */
  readonly traceId: string | null
  set(attributes: SpanAttributes): void
  /** `error` is a word for the kind of failure, never a message. */
  end(error?: string | null): void
}

export interface Tracer {
  start(about: SpanStart): TraceSpan
}

/** Check for null before reporting. */
export let tracer: Tracer | null = null

/** Sets the collector; null removes it. */
export const useTracer = (collector: Tracer | null): void => void (tracer = collector)

const active = new AsyncLocalStorage<{ readonly current: TraceSpan | null }>()
const parentNow = (): TraceSpan | null => active.getStore()?.current ?? null

/** Callers can send any word as a method, so span names allow only these. */
const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'])
const methodName = (method: string): string => (methods.has(method) ? method : 'other')

/** A request's span has a child for each of its stages. */
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

  /** The running stage is the parent of all spans in it; null after the request. */
  get current(): TraceSpan | null {
    return this.#stage
  }

  /** Starts a stage. Null ends the last one; `end` then says how the request ended. */
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
  /** The route's pattern is null for an unknown path. */
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

/** Runs work in a span of its own, for work that no caller waits for. */
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

/** Records a span that is already over. `about` is called only when there is a collector. */
export function recordFinishedSpan(about: () => FinishedSpan): void {
  if (tracer === null) return
  const { ms, error, ...rest } = about()
  tracer.start({ ...rest, agoMs: ms, parent: parentNow() }).end(error)
}

/** Records a finished span only inside of a trace, for frequent operations. */
export function recordInnerSpan(about: () => FinishedSpan): void {
  if (tracer !== null && parentNow() !== null) recordFinishedSpan(about)
}

/** Booking codes may be all capitals; no vendor operation has six in a row. */
const idLike = /\d|%|@|.{25}|[A-Z]{6}/

/** Replaces the parts of a path that identify a record. */
export const pathPattern = (path: string): string =>
  path
    .split('/')
    // API versions and plain words name an operation.
    .map((part) => (idLike.test(part) && !/^v\d{1,2}(?:\.\d)?$/.test(part) ? '{id}' : part))
    .join('/')
