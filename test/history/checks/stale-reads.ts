/**
 * A stale read: a read that began after a write was acknowledged, or after somebody had read its value, and shows an
 * older one. Every read in a history is of a kind for which the documentation promises that this does not happen.
 *
 * The smallest history: `write x = 1 (ok)`, then `read x = nothing`, then `read x = 1`.
 */
import type { HistoryCheck, HistoryFault } from '../fault.ts'
import {
  acknowledgedOf,
  isOlder,
  versionText,
  type LogicalOperation,
  type RecordTimeline,
} from '../timelines.ts'
import { isLost } from './lost-updates.ts'

export const findStaleReads: HistoryCheck = ({ timelines }) => [...timelines.values()].flatMap(staleIn)

interface KnownVersion {
  value: string
  /** Whoever asks from here on has to be shown this version or a later one. */
  since: number
  by: LogicalOperation
}

function staleIn(timeline: RecordTimeline): HistoryFault[] {
  const { record, reads, writers } = timeline
  const written = acknowledgedOf(timeline)
    .filter(({ value, writer }) => !isLost(timeline, value, writer))
    .map(({ value, writer }): KnownVersion => ({ value, since: writer.end, by: writer }))
  const read = reads.flatMap(({ value, operation }): KnownVersion[] =>
    value === null || !writers.has(value) ? [] : [{ value, since: operation.end, by: operation }],
  )
  const known = [...written, ...read].toSorted((a, b) => a.since - b.since)
  return reads.flatMap(({ operation, value }) => {
    const newer = known.find(
      ({ value: other, since, by }) =>
        since < operation.begin && by !== operation && isOlder(timeline, value, other),
    )
    if (!newer) return []
    const message = `${versionText({ record, value })} was read after ${newer.value} was known`
    return [{ rule: 'stale read', message, operations: [newer.by, operation] }]
  })
}
