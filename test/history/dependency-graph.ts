/** Which operations have to come before which in any serial order that explains a history. */
import { wasBefore, type HistoryView, type LogicalOperation, type RecordTimeline } from './timelines.ts'

/**
 * `ww`: the other overwrote its version. `wr`: the other read its version. `rw`: the other overwrote the version that it
 * read. `time`: it had ended when the other began.
 */
export type DependencyKind = 'ww' | 'wr' | 'rw' | 'time'

export interface Dependency {
  to: LogicalOperation
  kind: DependencyKind
  /** The record it is about; empty for `time`. */
  record: string
}

export type DependencyGraph = Map<LogicalOperation, Dependency[]>

export function buildDependencyGraph({ operations, timelines }: HistoryView): DependencyGraph {
  const graph: DependencyGraph = new Map()
  const link = (
    from: LogicalOperation | undefined,
    to: LogicalOperation | undefined,
    kind: DependencyKind,
    record: string,
  ) => {
    if (!from || !to || from === to) return
    const edges = graph.get(from)
    if (edges) edges.push({ to, kind, record })
    else graph.set(from, [{ to, kind, record }])
  }
  for (const timeline of timelines.values()) addRecord(timeline, link)
  const involved = new Set(
    [...timelines.values()].flatMap(({ writers, reads }) => [
      ...writers.values(),
      ...reads.map((read) => read.operation),
    ]),
  )
  addTime(
    operations.filter((operation) => involved.has(operation)),
    link,
  )
  return graph
}

type EdgeLink = (
  from: LogicalOperation | undefined,
  to: LogicalOperation | undefined,
  kind: DependencyKind,
  record: string,
) => void

function addRecord(timeline: RecordTimeline, link: EdgeLink): void {
  const { record, writers, reads, initial } = timeline
  const successors = successorsOf(timeline)
  for (const [value, next] of successors)
    for (const one of next) link(writers.get(value), writers.get(one), 'ww', record)
  for (const { operation, value } of reads) {
    if (value !== null && writers.has(value)) link(writers.get(value), operation, 'wr', record)
    const following = initial.has(value) ? firstOf(writers, successors) : (successors.get(value ?? '') ?? [])
    for (const next of following) link(operation, writers.get(next), 'rw', record)
  }
}

/** Returns the values that followed each for certain: in the order that was read, else by who saw them. */
function successorsOf(timeline: RecordTimeline): Map<string, string[]> {
  const { order, writers } = timeline
  if (order !== null) {
    const written = order.values.filter((value) => writers.has(value))
    return new Map(written.map((value, at) => [value, written.slice(at + 1, at + 2)]))
  }
  const values = [...writers.keys()]
  return new Map(values.map((value) => [value, values.filter((other) => wasBefore(timeline, value, other))]))
}

/** Values that followed no other. Of several, each followed the first state. */
function firstOf(
  writers: ReadonlyMap<string, LogicalOperation>,
  successors: ReadonlyMap<string, string[]>,
): string[] {
  const followers = new Set([...successors.values()].flat())
  return [...writers.keys()].filter((value) => !followers.has(value) && successors.has(value))
}

/**
 * Links each operation to those that began when it had ended, but for those that follow anyway. What nobody has an answer to
 * may take effect later, so nothing follows it by time.
 */
function addTime(operations: readonly LogicalOperation[], link: EdgeLink): void {
  const begins = operations.toSorted((a, b) => a.begin - b.begin)
  const ends = operations.filter(({ result }) => result === 'ok').toSorted((a, b) => a.end - b.end)
  let frontier: LogicalOperation[] = []
  let ended = 0
  for (const operation of begins) {
    for (let next = ends[ended]; next && next.end < operation.begin; next = ends[(ended += 1)]) {
      const { begin } = next
      frontier = [...frontier.filter(({ end }) => end >= begin), next]
    }
    for (const before of frontier) link(before, operation, 'time', '')
  }
}
