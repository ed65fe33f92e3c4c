/** What is kept of what happened inside of a request. Pure. */
import {
  rememberedShape,
  stages as stageNames,
  type LimitState,
  type Stage,
  type Trace,
  type TracedCall,
  type TracedStatement,
} from '../../platform/trace.ts'

export interface StoredTrace {
  stages: Record<Stage, number>
  limits: LimitState | null
  sql: { count: number; ms: number; slowest: TracedStatement[] }
  upstream: { count: number; ms: number; calls: TracedCall[] }
  events: number
  /** Of the trace that was sent to a collector; left out where none was. */
  traceId?: string
}

const tenth = (ms: number) => Math.round(ms * 10) / 10

function inTenths(spent: Trace['spent']): StoredTrace['stages'] {
  const stages = { ...spent }
  for (const stage of stageNames) stages[stage] = tenth(spent[stage])
  return stages
}

export function toStoredTrace(trace: Trace): StoredTrace {
  const traceId = trace.spans?.root.traceId
  return {
    stages: inTenths(trace.spent),
    limits: trace.limits,
    sql: {
      count: trace.statementCount,
      ms: tenth(trace.statementMs),
      slowest: trace.slowest.map(({ text, ms }) => ({ text: rememberedShape(text), ms: tenth(ms) })),
    },
    upstream: { count: trace.callCount, ms: tenth(trace.callMs), calls: trace.calls },
    events: trace.eventCount,
    ...(traceId ? { traceId } : {}),
  }
}
