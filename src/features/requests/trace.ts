/** What is kept of what happened inside of a request. Pure. */
import type { Stage, Trace, TracedCall, TracedStatement, LimitState } from '../../platform/trace.ts'

export interface StoredTrace {
  stages: Record<Stage, number>
  limits: LimitState | null
  sql: { count: number; ms: number; slowest: TracedStatement[] }
  upstream: { count: number; ms: number; calls: TracedCall[] }
  events: number
}

const longestShape = 200
const looked = 2_000

/** A statement has the same text every time; more than these are lists of different lengths. */
const mostShapes = 2_000
const shapes = new Map<string, string>()

/** The same as `shapeOf`, remembered: it is asked for with every request. */
function rememberedShape(text: string): string {
  const known = shapes.get(text)
  if (known !== undefined) return known
  if (shapes.size >= mostShapes) shapes.clear()
  const shape = shapeOf(text)
  shapes.set(text, shape)
  return shape
}

/** The beginning of a statement, without its columns, and without the few values that stand in its text. */
export function shapeOf(text: string): string {
  const shape = withoutColumns(whole(text))
  return shape.length > longestShape ? `${shape.slice(0, longestShape)}…` : shape
}

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

const tenth = (ms: number) => Math.round(ms * 10) / 10

export function toStoredTrace(trace: Trace): StoredTrace {
  return {
    stages: Object.fromEntries(
      Object.entries(trace.spent).map(([stage, ms]) => [stage, tenth(ms)]),
    ) as StoredTrace['stages'],
    limits: trace.limits,
    sql: {
      count: trace.statementCount,
      ms: tenth(trace.statementMs),
      slowest: trace.slowest.map(({ text, ms }) => ({ text: rememberedShape(text), ms: tenth(ms) })),
    },
    upstream: { count: trace.callCount, ms: tenth(trace.callMs), calls: trace.calls },
    events: trace.eventCount,
  }
}
