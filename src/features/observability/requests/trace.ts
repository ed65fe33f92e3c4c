/** What is stored of a request's trace. Pure. */
import type { RequestStory } from '../../../contract/request-story.ts'
import {
  cachedShapeOf,
  type LimitState,
  type Trace,
  type TracedCall,
  type TracedStatement,
} from '../../../platform/trace.ts'
import { stages as stageNames, type RequestStage } from '../../../platform/spans.ts'

/** Zero, empty and null values are left out; lines from earlier versions include them. */
export interface StoredTrace {
  stages: Partial<Record<RequestStage, number>>
  limits?: LimitState | null
  sql?: { count: number; ms: number; slowest: TracedStatement[] }
  upstream?: { count: number; ms: number; calls: TracedCall[] }
  events?: number
  /** The id of the trace that was sent to a collector. */
  traceId?: string
}

const tenth = (ms: number) => Math.round(ms * 10) / 10

function inTenths(spent: Trace['spent']): StoredTrace['stages'] {
  const stages: StoredTrace['stages'] = {}
  for (const stage of stageNames) {
    const ms = tenth(spent[stage])
    if (ms > 0) stages[stage] = ms
  }
  return stages
}

export function toStoredTrace(trace: Trace): StoredTrace {
  const stored: StoredTrace = { stages: inTenths(trace.spent) }
  const traceId = trace.spans?.root.traceId
  if (trace.limits) stored.limits = trace.limits
  if (trace.statementCount > 0) {
    stored.sql = {
      count: trace.statementCount,
      ms: tenth(trace.statementMs),
      slowest: trace.slowest.map(({ text, ms }) => ({ text: cachedShapeOf(text), ms: tenth(ms) })),
    }
  }
  if (trace.callCount > 0) {
    stored.upstream = { count: trace.callCount, ms: tenth(trace.callMs), calls: trace.calls }
  }
  if (trace.eventCount > 0) stored.events = trace.eventCount
  if (traceId) stored.traceId = traceId
  return stored
}

type ShownTrace = Pick<RequestStory, 'limits' | 'stages' | 'sql' | 'upstream' | 'traceId' | 'eventCount'>

/** Null for a line without a trace. */
export function toShownTrace(stored: StoredTrace | null): ShownTrace {
  if (!stored) return { limits: null, stages: null, sql: null, upstream: null, traceId: null, eventCount: 0 }
  const { stages: spent, limits, sql, upstream, traceId, events } = stored
  return {
    stages: Object.fromEntries(stageNames.map((stage) => [stage, spent[stage] ?? 0])) as Record<
      RequestStage,
      number
    >,
    limits: limits ?? null,
    sql: { count: sql?.count ?? 0, ms: sql?.ms ?? 0, slowest: sql?.slowest ?? [] },
    upstream: { count: upstream?.count ?? 0, ms: upstream?.ms ?? 0, calls: upstream?.calls ?? [] },
    traceId: traceId ?? null,
    eventCount: events ?? 0,
  }
}
