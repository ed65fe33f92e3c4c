import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Trace } from '../../../platform/trace.ts'
import { stages } from '../../../platform/spans.ts'
import { toStoredTrace, toShownTrace, type StoredTrace } from './trace.ts'

const kept = (trace: Trace) => JSON.parse(JSON.stringify(toStoredTrace(trace))) as StoredTrace
const spent = (ms: number) => Object.fromEntries(stages.map((stage) => [stage, ms]))

describe('what is kept of a request', () => {
  it('leaves out what did not happen, and tells it as nothing', () => {
    const trace = new Trace()
    Object.assign(trace.spent, spent(0.04))
    assert.deepEqual(kept(trace), { stages: {} })
    assert.deepEqual(toShownTrace(kept(trace)), {
      limits: null,
      stages: spent(0),
      sql: { count: 0, ms: 0, slowest: [] },
      upstream: { count: 0, ms: 0, calls: [] },
      traceId: null,
      eventCount: 0,
    })
  })

  it('tells what happened', () => {
    const trace = new Trace()
    const limits = {
      windows: [{ name: 'burst' as const, limit: 100, used: 3, windowSeconds: 60 }],
      firstHit: null,
    }
    const call = {
      method: 'GET',
      host: 'api.example.com',
      path: '/v1',
      status: 200,
      ms: 5,
      retries: 0,
      failure: null,
    }
    trace.limits = limits
    trace.statement('select 1', 1.26)
    trace.call(call)
    trace.made(['a', 'b'])
    Object.assign(trace.spent, spent(0), { handler: 2.34 })
    const told = toShownTrace(kept(trace))
    assert.deepEqual(told, {
      limits,
      stages: { ...spent(0), handler: 2.3 },
      sql: { count: 1, ms: 1.3, slowest: [{ text: 'select 1', ms: 1.3 }] },
      upstream: { count: 1, ms: 5, calls: [call] },
      traceId: null,
      eventCount: 2,
    })
  })

  it('was said in full before', () => {
    const before = {
      stages: spent(0),
      limits: null,
      sql: { count: 0, ms: 0, slowest: [] },
      upstream: { count: 0, ms: 0, calls: [] },
      events: 0,
    }
    assert.deepEqual(toShownTrace(before), toShownTrace({ stages: {} }))
  })

  it('is nothing of a line that kept nothing', () => {
    assert.deepEqual(toShownTrace(null), {
      limits: null,
      stages: null,
      sql: null,
      upstream: null,
      traceId: null,
      eventCount: 0,
    })
  })
})
