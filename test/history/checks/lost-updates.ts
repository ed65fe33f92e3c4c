/**
 * A lost update: a write that was acknowledged, that nobody overwrote, and that no later read shows.
 *
 * The smallest history: `write x = 1 (ok)`, then `read x = nothing`, and nobody ever reads 1.
 */
import type { HistoryCheck, HistoryFault } from '../fault.ts'
import {
  acknowledgedOf,
  isOlder,
  versionText,
  type LogicalOperation,
  type RecordTimeline,
} from '../timelines.ts'

export const findLostUpdates: HistoryCheck = ({ timelines }) => [...timelines.values()].flatMap(lostIn)

function lostIn(timeline: RecordTimeline): HistoryFault[] {
  return acknowledgedOf(timeline).flatMap(({ value, writer }) => {
    if (!isLost(timeline, value, writer)) return []
    const later = timeline.reads.find(({ operation }) => operation.begin > writer.end)?.operation
    const message = `${versionText({ record: timeline.record, value })} was acknowledged and is nowhere`
    return [{ rule: 'lost update', message, operations: [writer, ...(later ? [later] : [])] }]
  })
}

export function isLost(timeline: RecordTimeline, value: string, writer: LogicalOperation): boolean {
  const { order, reads, writers } = timeline
  if (order !== null && order.readBegan > writer.end) return !order.values.includes(value)
  const later = reads.filter(({ operation }) => operation.begin > writer.end)
  if (later.length === 0 || reads.some((read) => read.value === value)) return false
  // Whoever wrote at the same time or afterwards may have overwritten it.
  const others = [...writers.values()].filter((other) => other !== writer)
  const isOverwritten = others.some((other) => other.result === 'unknown' || other.end > writer.begin)
  return !isOverwritten && later.every((read) => isOlder(timeline, read.value, value))
}
