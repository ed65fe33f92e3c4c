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
}

export interface HistoryView {
  requests: readonly HistoryOperation[]
  operations: LogicalOperation[]
  timelines: Map<string, RecordTimeline>
}

export function viewOf(history: readonly HistoryOperation[]): HistoryView {
  const operations = mergeRequests(history)
  const timelines = new Map<string, RecordTimeline>()
  for (const operation of operations)
    for (const { record, value } of operation.writes ?? []) {
      if (operation.result === 'failed' || value === null) continue
      const timeline = timelines.get(record) ?? newTimeline(record)
      timelines.set(record, timeline)
      // Of callers who wrote the same value, the one who was told so did it.
      if (timeline.writers.get(value)?.result !== 'ok') timeline.writers.set(value, operation)
    }
  addReads(operations, timelines)
  for (const timeline of timelines.values()) addInitial(timeline)
  return { requests: history, operations, timelines }
}

const newTimeline = (record: string): RecordTimeline => ({
  ...{ record, writers: new Map(), reads: [], order: null, initial: new Set([null]) },
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

/** Says whether one value came before another for certain: by the order that was read, or since its writer had ended. */
export function isOlder({ order, writers, initial }: RecordTimeline, a: string | null, b: string): boolean {
  if (a === b) return false
  if (initial.has(a)) return !initial.has(b)
  const [placeOfA, placeOfB] = [order?.values.indexOf(a ?? '') ?? -1, order?.values.indexOf(b) ?? -1]
  if (placeOfA >= 0 && placeOfB >= 0) return placeOfA < placeOfB
  const [writerOfA, writerOfB] = [writers.get(a ?? ''), writers.get(b)]
  return writerOfA?.result === 'ok' && writerOfB !== undefined && writerOfA.end < writerOfB.begin
}

/** Writes that were acknowledged, with what they wrote. */
export const acknowledgedOf = ({ writers }: RecordTimeline): { value: string; writer: LogicalOperation }[] =>
  [...writers].filter(([, { result }]) => result === 'ok').map(([value, writer]) => ({ value, writer }))

export const versionText = ({ record, value }: RecordVersion): string => `${record} = ${value ?? 'nothing'}`
