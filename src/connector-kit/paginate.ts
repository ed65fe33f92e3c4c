import type { RowFailure } from './connector.ts'
import { createRedactor } from './redact.ts'
import type { Check } from './validate.ts'
import { VendorError } from './vendor-error.ts'

export interface Mapped<R> {
  records: R[]
  failures: RowFailure[]
}

export interface RowMapping<Row, R> {
  /** The vendor's row as far as it is read; a row of another shape is a failure. */
  row: Check<Row>
  /** undefined: the row is no record of ours, on purpose. */
  map(row: Row): R | undefined
  /** What the result must look like. */
  record: Check<unknown>
  idOf(row: unknown): string
}

const redactor = createRedactor()

/** Maps the rows of a page one by one: a poisoned row is reported and stops nothing. */
export function mapRows<Row, R>(rows: unknown[], mapping: RowMapping<Row, R>): Mapped<R> {
  const mapped: Mapped<R> = { records: [], failures: [] }
  for (const row of rows) {
    const outcome = mapRow(row, mapping)
    if (typeof outcome === 'string') mapped.failures.push(failureOf(row, mapping.idOf(row), outcome))
    else if (outcome !== undefined) mapped.records.push(outcome.record)
  }
  return mapped
}

/** Maps a single row; what would be a failure in a page is thrown. */
export function mapOne<Row, R>(row: unknown, mapping: RowMapping<Row, R>): R | null {
  const outcome = mapRow(row, mapping)
  if (typeof outcome !== 'string') return outcome === undefined ? null : outcome.record
  throw new VendorError('malformed', `record ${mapping.idOf(row)}: ${outcome}`)
}

function mapRow<Row, R>(row: unknown, mapping: RowMapping<Row, R>): { record: R } | string | undefined {
  const shape = mapping.row.problem(row)
  if (shape !== null) return `unexpected shape at ${shape}`
  try {
    const record = mapping.map(row as Row)
    if (record === undefined) return undefined
    const wrong = mapping.record.problem(record)
    return wrong === null ? { record } : `cannot be represented: ${wrong}`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function failureOf(row: unknown, externalId: string, message: string): RowFailure {
  return {
    externalId,
    message: redactor.excerpt(message),
    excerpt: redactor.excerpt(JSON.stringify(row) ?? ''),
  }
}

/** The `id` of a row, or a stand-in, for rows that may be anything. */
export function plainId(row: unknown): string {
  const id = typeof row === 'object' && row !== null && 'id' in row ? row.id : undefined
  return typeof id === 'string' || typeof id === 'number' ? String(id) : 'unknown'
}

/** A cursor is opaque to everybody but the operation that made it. */
export function writeCursor(state: object): string {
  return JSON.stringify(state)
}

export function readCursor<T extends object>(cursor: string | null, start: T): T {
  if (cursor === null) return start
  try {
    return { ...start, ...(JSON.parse(cursor) as T) }
  } catch {
    throw new VendorError('malformed', 'the stored place of this walk cannot be read; start the walk again')
  }
}

export interface OffsetPage {
  offset: number
  /** Rows that came. */
  rows: number
  limit: number
  /** How many the vendor says there are in all, where it says so. */
  total: number | null
  /** Rows read again on the next page, so that a deletion in between makes no gap. */
  overlap?: number
}

/** Where an offset walk goes on; null at its end. A page that comes empty while more were promised is an error. */
export function nextOffset({ offset, rows, limit, total, overlap = 0 }: OffsetPage): number | null {
  const reached = offset + rows
  if (rows === 0 && total !== null && offset < total) {
    throw new VendorError('malformed', `the list ended at ${offset} although ${total} rows were promised`)
  }
  const done = total === null ? rows < limit : reached >= total
  if (done || rows === 0) return null
  // Never standing still, however small the page.
  return Math.max(offset + 1, reached - overlap)
}

/** Where a keyset walk goes on after a page; a page that ends where it began would go round for ever. */
export function nextAfter(previous: string | null, last: string): string {
  if (last !== previous) return last
  throw new VendorError('malformed', `the list stays at row ${last}: the vendor repeats the same page`)
}
