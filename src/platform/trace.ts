/**
 * What happens inside of one request, gathered as it happens: in memory, a few numbers each, never a value that was sent.
 * Whoever does the work asks for the trace of the moment; work that no caller waits for has none.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { withinSpans, type RequestSpans } from './spans.ts'

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
export type Stage = (typeof stages)[number]

export interface WindowState {
  name: 'burst' | 'daily' | 'monthly' | 'daily_ai'
  limit: number
  used: number
  windowSeconds: number
}

export interface LimitState {
  windows: WindowState[]
  /** The window that refused it. */
  firstHit: string | null
}

export interface TracedStatement {
  text: string
  ms: number
}

/** A call of a vendor, without query and body: both can hold personal data. */
export interface TracedCall {
  method: string
  host: string
  path: string
  status: number | null
  ms: number
  retries: number
  failure: string | null
}

export const keptStatements = 3
export const keptCalls = 20
export const keptEvents = 50

export class Trace {
  readonly spent = Object.fromEntries(stages.map((stage) => [stage, 0])) as Record<Stage, number>
  readonly events: string[] = []
  readonly calls: TracedCall[] = []
  /** Slowest first. */
  readonly slowest: TracedStatement[] = []
  limits: LimitState | null = null
  eventCount = 0
  callCount = 0
  callMs = 0
  statementCount = 0
  statementMs = 0
  /** null: nobody gathers traces. */
  readonly spans: RequestSpans | null
  #stage: Stage | null = 'queue'
  #since = performance.now()

  constructor(spans: RequestSpans | null = null) {
    this.spans = spans
  }

  /** What the time goes to from now on; null: the request is over, and what is still said of it is not heard. */
  enter(stage: Stage | null): void {
    if (this.#stage === null) return
    const now = performance.now()
    this.spent[this.#stage] += now - this.#since
    this.#since = now
    this.#stage = stage
    this.spans?.enter(stage)
  }

  statement(text: string, ms: number): void {
    if (this.#stage === null) return
    this.statementCount += 1
    this.statementMs += ms
    const { slowest } = this
    if (slowest.length === keptStatements && ms <= (slowest.at(-1)?.ms ?? 0)) return
    const at = slowest.findIndex((other) => other.ms < ms)
    slowest.splice(at < 0 ? slowest.length : at, 0, { text, ms })
    if (slowest.length > keptStatements) slowest.pop()
  }

  call(call: TracedCall): void {
    if (this.#stage === null) return
    this.callCount += 1
    this.callMs += call.ms
    if (this.calls.length < keptCalls) this.calls.push(call)
  }

  made(eventIds: readonly string[]): void {
    if (this.#stage === null) return
    this.eventCount += eventIds.length
    this.events.push(...eventIds.slice(0, keptEvents - this.events.length))
  }
}

const storage = new AsyncLocalStorage<Trace>()

export const currentTrace = (): Trace | undefined => storage.getStore()

export const inTrace = <T>(trace: Trace | null, work: () => T): T =>
  trace === null
    ? work()
    : storage.run(trace, trace.spans === null ? work : () => withinSpans(trace.spans as RequestSpans, work))
