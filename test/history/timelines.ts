/** What a history says of each record: who wrote which value, who read it, and in which order the values came. */
import type { HistoryOperation, RecordVersion } from './history.ts'

/** One act and all requests that asked for it: those with the same key count as one. */
export interface LogicalOperation extends HistoryOperation {
  /** The places of its requests in the history. */
  requests: number[]
}

export interface RecordRead {
  operation: LogicalOperation
  value: string | null
}

export interface RecordTimeline {
  record: string
  writers: Map<string, LogicalOperation>
  reads: RecordRead[]
  /** Null if nobody read the order of the values. */
  order: { values: string[]; readBegan: number } | null
  /** Values that the record had before anybody wrote. */
  initial: Set<string | null>
  /** When each written value was there, as far as its writer and its readers tell. */
  spans: Map<string, ValueSpan>
}

interface ValueSpan {
  /** The value was there before this moment; Infinity if nobody was told so. */
  firstEnd: number
  /** It was there after this moment. */
  lastBegin: number
}

export interface HistoryView {
  requests: readonly HistoryOperation[]
  operations: LogicalOperation[]
  timelines: Map<string, RecordTimeline>
  /** What may have given nights up, by their holder. */
  releases: Map<string, LogicalOperation[]>
}

export function viewOf(history: readonly HistoryOperation[]): HistoryView {
  const operations = mergeRequests(history)
  const releases = releasesIn(history, operations)
  const timelines = new Map<string, RecordTimeline>()
  for (const operation of operations)
    for (const { record, value } of operation.writes ?? []) {
      if (operation.result === 'failed' || value === null) continue
      // What is sold and given up may be sold again, so the night is no record of single values.
      if (record.startsWith('sale ') && releases.has(operation.holds?.holder ?? '')) continue
      const timeline = timelines.get(record) ?? newTimeline(record)
      timelines.set(record, timeline)
      // Of callers who wrote the same value, the one who was told so did it.
      if (timeline.writers.get(value)?.result !== 'ok') timeline.writers.set(value, operation)
    }
  addReads(operations, timelines)
  for (const timeline of timelines.values()) {
    addInitial(timeline)
    addSpans(timeline)
  }
  return { requests: history, operations, timelines, releases }
}

function releasesIn(
  history: readonly HistoryOperation[],
  operations: readonly LogicalOperation[],
): HistoryView['releases'] {
  const names = new Map(
    history.flatMap(({ holds }) =>
      holds?.alias === undefined ? [] : [[holds.alias, holds.holder] as const],
    ),
  )
  const may = operations.filter(({ releases, result }) => releases !== undefined && result !== 'failed')
  return Map.groupBy(may, ({ releases }) => {
    const holder = releases?.holder ?? ''
    return names.get(holder) ?? holder
  })
}

const newTimeline = (record: string): RecordTimeline => ({
  ...{ record, writers: new Map(), reads: [], order: null, initial: new Set([null]), spans: new Map() },
})

/** An act begins with its first request and ends with the first answer that says it is done. */
function mergeRequests(history: readonly HistoryOperation[]): LogicalOperation[] {
  const merged: LogicalOperation[] = []
  const byKey = new Map<string, LogicalOperation>()
  const begun = history
    .map((operation, at) => ({ operation, at }))
    .toSorted((a, b) => a.operation.begin - b.operation.begin)
  for (const { operation, at } of begun) {
    const key = operation.idempotencyKey
    const first = key === undefined ? undefined : byKey.get(key)
    if (!first) {
      const logical = { ...operation, requests: [at] }
      merged.push(logical)
      if (key !== undefined) byKey.set(key, logical)
      continue
    }
    first.requests.push(at)
    if (operation.result === 'ok') {
      first.end = first.result === 'ok' ? Math.min(first.end, operation.end) : operation.end
      first.result = 'ok'
    } else if (operation.result === 'unknown' && first.result === 'failed') first.result = 'unknown'
  }
  return merged
}

function addReads(operations: readonly LogicalOperation[], timelines: Map<string, RecordTimeline>): void {
  for (const operation of operations) {
    if (operation.result !== 'ok') continue
    const seen = new Set<string>()
    for (const { record, value } of operation.reads ?? []) {
      seen.add(record)
      timelines.get(record)?.reads.push({ operation, value })
    }
    for (const [record, timeline] of operation.readsAll === undefined ? [] : timelines)
      if (record.startsWith(operation.readsAll ?? '') && !seen.has(record))
        timeline.reads.push({ operation, value: null })
    for (const { record, values } of operation.orders ?? []) {
      const timeline = timelines.get(record)
      if (timeline && operation.begin >= (timeline.order?.readBegan ?? 0))
        timeline.order = { values, readBegan: operation.begin }
    }
  }
}

function addInitial({ order, writers, reads, initial }: RecordTimeline): void {
  const firstEnd = Math.min(...[...writers.values()].map((writer) => writer.end))
  const early = reads.filter(({ operation }) => operation.begin < firstEnd).map(({ value }) => value)
  const firstWritten = order?.values.findIndex((value) => writers.has(value)) ?? -1
  const before = order === null ? early : order.values.slice(0, Math.max(firstWritten, 0))
  for (const value of before) if (value === null || !writers.has(value)) initial.add(value)
}

function addSpans({ writers, reads, spans }: RecordTimeline): void {
  for (const [value, { begin, end, result }] of writers)
    spans.set(value, { firstEnd: result === 'ok' ? end : Infinity, lastBegin: begin })
  for (const { operation, value } of reads) {
    const span = spans.get(value ?? '')
    if (!span) continue
    span.firstEnd = Math.min(span.firstEnd, operation.end)
    span.lastBegin = Math.max(span.lastBegin, operation.begin)
  }
}

/**
 * Says whether one value was there before another for certain, since somebody who wrote or read it had ended when somebody began
 * to write or read the other. A value is written once and does not come back, so of two values this holds one way at most.
 */
export function wasBefore({ spans }: RecordTimeline, a: string, b: string): boolean {
  const [one, other] = [spans.get(a), spans.get(b)]
  return a !== b && one !== undefined && other !== undefined && one.firstEnd < other.lastBegin
}

/** Says whether one value came before another for certain: by the order that was read, or by who saw them. */
export function isOlder(timeline: RecordTimeline, a: string | null, b: string): boolean {
  const { order, initial } = timeline
  if (a === b) return false
  if (initial.has(a)) return !initial.has(b)
  const [placeOfA, placeOfB] = [order?.values.indexOf(a ?? '') ?? -1, order?.values.indexOf(b) ?? -1]
  if (placeOfA >= 0 && placeOfB >= 0) return placeOfA < placeOfB
  return wasBefore(timeline, a ?? '', b)
}

/** Writes that were acknowledged, with what they wrote. */
export const acknowledgedOf = ({ writers }: RecordTimeline): { value: string; writer: LogicalOperation }[] =>
  [...writers].filter(([, { result }]) => result === 'ok').map(([value, writer]) => ({ value, writer }))

export const versionText = ({ record, value }: RecordVersion): string => `${record} = ${value ?? 'nothing'}`
