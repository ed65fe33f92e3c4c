/** How many records each old system has by its own count, and how many are here. */
import type { ReportCount } from '../../contract/migration-report.ts'
import type { Connector } from '../../connector-kit/connector.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { applyImportScope } from '../../upstream/import-scope.ts'
import {
  missingRecords,
  nightCounts,
  sourceReadings,
  storedCounts,
  type MissingRecords,
  type SourceReadingRow,
} from './source-counts-queries.ts'
import { listed, type ListedKind } from './source-counts-sql.ts'

/** In reading order. */
const compared = [...listed.slice(0, 3), 'calendar', ...listed.slice(3)] as const
type ComparedRecord = (typeof compared)[number]

/** For these kinds the vendor's total counts the list; other kinds are nested or requested by date. */
const ownNumber: readonly ComparedRecord[] = ['listings', 'reservations', 'conversations', 'reviews']

const name = { calendar: 'nights', units: 'rooms' } as Partial<Record<string, string>>
export const describeCounts = (entity: string): string => name[entity] ?? entity

export async function compareSourceCounts(
  db: Queryable,
  child: Scope,
  connectorOf: (provider: string) => Connector,
): Promise<ReportCount[]> {
  const counts: ReportCount[] = []
  for (const row of await sourceReadings(db, child, compared)) {
    const count = await countOf(db, child, connectorOf(row.provider), row)
    if (count) counts.push(count)
  }
  return counts
}

async function countOf(
  db: Queryable,
  child: Scope,
  connector: Connector,
  row: SourceReadingRow,
): Promise<ReportCount | null> {
  const { manifest } = connector
  const entity = row.entity as ComparedRecord
  const about = { connectionId: row.connection_id, provider: row.provider, entity }
  if (connector.operations[entity] === undefined) {
    const why = entity === 'messages' || entity === 'conversations' ? manifest.notes.messages : undefined
    const reason = why ?? `${manifest.displayName} hands over no ${describeCounts(entity)}.`
    return { ...about, ...nothingKnown, result: 'not_carried', reason }
  }
  // Kinds outside the scope are reported by `left_out_of_scope`.
  if (applyImportScope(connector, row.import_scope).operations[entity] === undefined) return null
  // The report says that the import is incomplete.
  if (row.progress === null || row.until === null) return null
  const until = row.until
  const received = row.progress.seen ?? 0
  if (entity === 'calendar') return nightCount(db, child, { ...about, received }, row)
  const stored = await storedCounts(db, child, { connectionId: row.connection_id, entity, until })
  const from = { db, child, entity, about: { ...about, received, stored } }
  const told = ownNumber.includes(entity) ? (row.progress.expected ?? null) : null
  return told === null ? counted(from, row) : vendorTotal(from, row, told)
}

const nothingKnown: Omit<ReportCount, 'connectionId' | 'provider' | 'entity' | 'result'> = {
  method: 'not_comparable',
  source: null,
  countedAt: null,
  calls: null,
  received: 0,
  leftOut: 0,
  stored: 0,
  missing: null,
  missingIds: [],
  reason: null,
}

interface CountSource {
  db: Queryable
  child: Scope
  entity: ListedKind
  about: Pick<ReportCount, 'connectionId' | 'provider' | 'entity' | 'received' | 'stored'>
}

const missingIn = (
  { db, child, entity, about: { connectionId } }: CountSource,
  countId: string,
): Promise<MissingRecords> => missingRecords(db, child, { connectionId, entity, countId })

const isCounted = ({ count_state: state, count_progress: progress }: SourceReadingRow): boolean =>
  progress?.done === true || state === 'completed' || state === 'partial'

/** Records deleted in the old system stay here, so there may be more here than it counts, but never fewer. */
async function vendorTotal(from: CountSource, row: SourceReadingRow, source: number): Promise<ReportCount> {
  const { received, stored } = from.about
  const leftOut = row.progress?.leftOut ?? 0
  const missing = Math.max(0, source - Math.min(received, stored + leftOut))
  // If nested records were read, missing ones are known by id.
  const named =
    missing > 0 && row.count_id !== null && isCounted(row) ? await missingIn(from, row.count_id) : null
  return {
    ...nothingKnown,
    ...from.about,
    method: 'vendor_total',
    source,
    countedAt: row.finished_at?.toISOString() ?? null,
    leftOut,
    missing,
    missingIds: named?.samples ?? [],
    result: missing === 0 ? 'equal' : 'different',
  }
}

async function counted(from: CountSource, row: SourceReadingRow): Promise<ReportCount> {
  const { count_progress: progress, count_id: countId } = row
  const reason = whyNotCounted(row)
  if (reason !== null || countId === null || progress === null)
    return { ...nothingKnown, ...from.about, result: 'not_comparable', reason }
  const { count, samples } = await missingIn(from, countId)
  return {
    ...nothingKnown,
    ...from.about,
    method: 'counted',
    source: progress.seen,
    countedAt: row.counted_at?.toISOString() ?? null,
    calls: progress.calls ?? null,
    leftOut: progress.leftOut ?? 0,
    missing: count,
    missingIds: samples,
    result: count === 0 ? 'equal' : 'different',
  }
}

function whyNotCounted(row: SourceReadingRow): string | null {
  const { count_state: state, count_progress: progress, count_errors: errors, entity } = row
  if (row.count_id === null) return 'It was imported before such lists were counted: ask for another import.'
  if (!isCounted(row)) {
    const sofar = `${progress?.seen ?? 0} so far`
    if (state === 'abandoned') return `The account was disconnected before all were counted, ${sofar}.`
    const stumbled = state === 'failed' ? errors?.at(-1)?.message : undefined
    return stumbled === undefined
      ? `They are being counted, ${sofar}.`
      : `Counting stumbled and goes on by itself, ${sofar}: ${stumbled}`
  }
  if (!progress?.failed) return null
  const why = errors?.find((error) => error.entity === entity)?.message
  return `${progress.failed} of the records they stand in could not be read${why === undefined ? '.' : `: ${why}`}`
}

/** Nights have no list: the old system answers for each requested night. */
async function nightCount(
  db: Queryable,
  child: Scope,
  about: Omit<CountSource['about'], 'stored'>,
  { connection_id: connectionId, nights, until, finished_at: finishedAt }: SourceReadingRow,
): Promise<ReportCount> {
  if (nights === null || until === null)
    return {
      ...nothingKnown,
      ...about,
      result: 'not_comparable',
      reason: 'Which nights were asked for is not known.',
    }
  const { stored, missing, samples } = await nightCounts(db, child, { connectionId, until, ...nights })
  return {
    ...nothingKnown,
    ...about,
    method: 'counted',
    source: stored + missing,
    countedAt: finishedAt?.toISOString() ?? null,
    stored,
    missing,
    missingIds: samples,
    reason: `Nights are asked for by their dates: ${nights.from} to ${nights.to} of every listing that is here.`,
    result: missing === 0 ? 'equal' : 'different',
  }
}
