/**
 * Collects what happens inside one request: a few numbers in memory, never values. Code finds the current
 * trace by itself; work without a caller has none.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  stages,
  type RequestStage,
  recordInnerSpan,
  tracer,
  withinSpans,
  type RequestSpans,
} from './spans.ts'
import { memoizeByText } from './memoize-by-text.ts'

interface WindowState {
  name: 'burst' | 'daily' | 'monthly' | 'daily_ai'
  limit: number
  used: number
  windowSeconds: number
}

export interface LimitState {
  windows: WindowState[]
  /** This rate-limit window refused the request. */
  firstHit: string | null
}

export interface TracedStatement {
  text: string
  ms: number
}

/** A vendor call is recorded without its query and body, which can hold personal data. */
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
const keptCalls = 20
export const keptEvents = 50

/** A new request copies these times, since copying them is faster than building them. */
const nothingSpent = Object.fromEntries(stages.map((stage) => [stage, 0])) as Record<RequestStage, number>

export class Trace {
  readonly spent = { ...nothingSpent }
  readonly events: string[] = []
  readonly calls: TracedCall[] = []
  /** The slowest come first. */
  readonly slowest: TracedStatement[] = []
  limits: LimitState | null = null
  eventCount = 0
  callCount = 0
  callMs = 0
  statementCount = 0
  statementMs = 0
  /** Spans are null when nobody collects traces. */
  readonly spans: RequestSpans | null
  #stage: RequestStage | null = 'queue'
  #since = performance.now()

  constructor(spans: RequestSpans | null = null) {
    this.spans = spans
  }

  /** Starts the stage that time counts for; after null nothing more is counted. */
  enter(stage: RequestStage | null): void {
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

/* Only the beginning of a statement may be shown, without columns and values. */

const longestShape = 200
const looked = 2_000

/** There are fewer statements; further texts are lists of other lengths. */
const mostShapes = 2_000

/** Returns the beginning of a statement, without columns and literals. */
export function shapeOf(text: string): string {
  const shape = withoutColumns(whole(text))
  return shape.length > longestShape ? `${shape.slice(0, longestShape)}…` : shape
}

/** Every request needs shapes, so they are cached. */
export const cachedShapeOf = memoizeByText(shapeOf, mostShapes)

/** Shortens a statement that begins with its columns. */
function withoutColumns(text: string): string {
  if (!text.startsWith('select ')) return text
  let depth = 0
  for (const { 0: part, index } of text.matchAll(/[()]|\bfrom /g)) {
    if (part === '(') depth += 1
    else if (part === ')') depth -= 1
    else if (depth === 0) return `select … ${text.slice(index)}`
  }
  return text
}

function whole(text: string): string {
  return text
    .slice(0, looked)
    .replaceAll(/--[^\n]*/g, ' ')
    .replaceAll(/'[^']*'?/g, '?')
    .replaceAll('"', '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

const doing = /\b(select|insert|update|delete|begin|commit|rollback)\b/i
const about = /\b(?:from|into|update|join) ([a-z_][a-z0-9_]*)/i

/** Names a statement by its verb and first table: `select reservations`, `commit`. */
export const statementName = memoizeByText((text) => {
  const short = whole(text)
  const verb = doing.exec(short)?.[1]?.toLowerCase()
  if (verb === undefined) return 'statement'
  const table = about.exec(withoutColumns(short))?.[1]
  return table === undefined ? verb : `${verb} ${table}`
}, mostShapes)

const storage = new AsyncLocalStorage<Trace>()

export const currentTrace = (): Trace | undefined => storage.getStore()

export const runInTrace = <T>(trace: Trace | null, work: () => T): T =>
  trace === null
    ? work()
    : storage.run(trace, trace.spans === null ? work : () => withinSpans(trace.spans as RequestSpans, work))

/** Records a statement that was waited for. */
export function recordStatement(text: string, ms: number, error: string | null = null): void {
  currentTrace()?.statement(text, ms)
  if (tracer === null) return
  recordInnerSpan(() => ({
    name: statementName(text),
    kind: 'client',
    ms,
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': cachedShapeOf(text) },
    error,
  }))
}
