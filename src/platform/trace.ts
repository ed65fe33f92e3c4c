/**
 * What happens inside of one request, gathered as it happens: in memory, a few numbers each, never a value that was sent.
 * Whoever does the work asks for the trace of the moment; work that no caller waits for has none.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { remembered } from './remembered.ts'
import { noteInside, tracer, withinSpans, type RequestSpans } from './spans.ts'

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

interface WindowState {
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
const keptCalls = 20
export const keptEvents = 50

/** Of a request that has just come; copied for each, which is quicker than making it. */
const nothingSpent = Object.fromEntries(stages.map((stage) => [stage, 0])) as Record<RequestStage, number>

export class Trace {
  readonly spent = { ...nothingSpent }
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
  #stage: RequestStage | null = 'queue'
  #since = performance.now()

  constructor(spans: RequestSpans | null = null) {
    this.spans = spans
  }

  /** What the time goes to from now on; null: the request is over, and what is still said of it is not heard. */
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

/* A statement as it may be shown: its beginning, without columns and values. */

const longestShape = 200
const looked = 2_000

/** A statement has the same text every time; more than these are lists of different lengths. */
const mostShapes = 2_000

/** The beginning of a statement, without its columns, and without the few values that stand in its text. */
export function shapeOf(text: string): string {
  const shape = withoutColumns(whole(text))
  return shape.length > longestShape ? `${shape.slice(0, longestShape)}…` : shape
}

/** The same, remembered: it is asked for with every request. */
export const rememberedShape = remembered(shapeOf, mostShapes)

/** Of a statement that begins with its columns. */
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

/** What it does first and to which table, whatever its columns are looked up in: `select reservations`, `commit`. */
export const statementName = remembered((text) => {
  const short = whole(text)
  const verb = doing.exec(short)?.[1]?.toLowerCase()
  if (verb === undefined) return 'statement'
  const table = about.exec(withoutColumns(short))?.[1]
  return table === undefined ? verb : `${verb} ${table}`
}, mostShapes)

const storage = new AsyncLocalStorage<Trace>()

export const currentTrace = (): Trace | undefined => storage.getStore()

export const inTrace = <T>(trace: Trace | null, work: () => T): T =>
  trace === null
    ? work()
    : storage.run(trace, trace.spans === null ? work : () => withinSpans(trace.spans as RequestSpans, work))

/** A statement that was waited for, told to whoever gathers what happens inside of the work. */
export function noteStatement(text: string, ms: number, error: string | null = null): void {
  currentTrace()?.statement(text, ms)
  if (tracer === null) return
  noteInside(() => ({
    name: statementName(text),
    kind: 'client',
    ms,
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': rememberedShape(text) },
    error,
  }))
}
