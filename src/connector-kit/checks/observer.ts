/** Records figures and field names of the vendor's answers. No value is kept, except limits in headers. */
import type { VendorAnswer } from '../answer.ts'
import type { CallRecord } from '../exchange.ts'

export interface ObservedCalls {
  calls: number
  statuses: Record<string, number>
  failures: Record<string, number>
  retries: number
  times: number[]
  webPages: number
  /** Counts answers of "too many calls", and those that named a pause. */
  slowed: { times: number; told: number }
  /** Headers about limits, with the lowest number seen in each. */
  limitHeaders: Map<string, number | null>
  /** Counts each field name. */
  fields: Map<string, number>
}

export interface Observer {
  observed: ObservedCalls
  onCall(call: CallRecord): void
  onAnswer(answer: VendorAnswer): void
}

const aboutLimits = /rate-?limit|^retry-after$|^x-(five-min|request-cost)/

export function createObserver(): Observer {
  const observed: ObservedCalls = {
    calls: 0,
    statuses: {},
    failures: {},
    retries: 0,
    times: [],
    webPages: 0,
    slowed: { times: 0, told: 0 },
    limitHeaders: new Map(),
    fields: new Map(),
  }
  const add = (counts: Record<string, number>, name: string): void => {
    counts[name] = (counts[name] ?? 0) + 1
  }
  return {
    observed,
    onCall({ status, ms, retries, failure }) {
      observed.calls += 1
      observed.times.push(ms)
      if (retries > 0) observed.retries += 1
      add(observed.statuses, status === null ? 'none' : String(status))
      if (failure !== null) add(observed.failures, failure)
    },
    onAnswer({ status, headers, text, json }) {
      // Errors may come as plain text, but successes may not.
      const isUnread = text !== '' && json === undefined
      if (isUnread && (status < 300 || /^\s*</.test(text))) observed.webPages += 1
      if (status === 429) {
        observed.slowed.times += 1
        if (headers['retry-after'] !== undefined) observed.slowed.told += 1
      }
      for (const [name, value] of Object.entries(headers)) {
        if (aboutLimits.test(name)) noteLimit(observed.limitHeaders, name, value)
      }
      if (status < 300) countFields(json, observed.fields)
    },
  }
}

function noteLimit(limits: Map<string, number | null>, name: string, value: string): void {
  const number = /^\d{1,7}$/.test(value) ? Number(value) : null
  const before = limits.get(name)
  limits.set(name, before === undefined || before === null ? number : Math.min(before, number ?? before))
}

function countFields(json: unknown, fields: Map<string, number>): void {
  if (Array.isArray(json)) return json.forEach((item) => countFields(item, fields))
  if (typeof json !== 'object' || json === null) return
  for (const [name, value] of Object.entries(json)) {
    fields.set(name, (fields.get(name) ?? 0) + 1)
    countFields(value, fields)
  }
}

export function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}
