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

export interface OffsetWalk {
  cursor: string | null
  limit: number
  /** One page of the vendor's list; `total` where the vendor says how many there are in all. */
  fetch(page: { offset: number; limit: number }): Promise<{ rows: unknown[]; total: number | null }>
  /** Where the id of a row stands; in `id` unless told. */
  idOf?(row: unknown): string
  /** How many rows are read again on the next page; more of them where rows can move to the end of the list. */
  overlap?: number
}

interface OffsetPlace {
  offset: number
  /** Ids at the end of the last page, which the next one begins with. */
  tail: string[]
}

// Rows read again on the next page: a deletion in between moves the list up and would otherwise leave a gap.
const usualOverlap = 3

/** One page of a list that is walked by position. Rows that were on the page before are left out. */
export async function offsetPage(walk: OffsetWalk): Promise<{
  rows: unknown[]
  next: string | null
  total: number | null
}> {
  const place = readCursor<OffsetPlace>(walk.cursor, { offset: 0, tail: [] })
  const { idOf = plainId, overlap = usualOverlap } = walk
  const { rows, total } = await walk.fetch({ offset: place.offset, limit: walk.limit })
  const fresh = rows.filter((row) => !place.tail.includes(idOf(row)))
  const offset = nextOffset(place.offset, rows.length, { limit: walk.limit, overlap, total })
  const tail = rows.slice(-overlap).map(idOf)
  return { rows: fresh, total, next: offset === null ? null : writeCursor({ offset, tail }) }
}

function nextOffset(
  offset: number,
  rows: number,
  { limit, overlap, total }: { limit: number; overlap: number; total: number | null },
): number | null {
  if (rows === 0 && total !== null && offset < total) {
    throw new VendorError('malformed', `the list ended at ${offset} although ${total} rows were promised`)
  }
  const reached = offset + rows
  // A short page ends the list, unless the vendor gives less than was asked for and says that there is more. A full
  // page never does: what vendors call a count is sometimes that of the page.
  const done = rows === 0 || (rows < limit && (total === null || reached >= total))
  // Never standing still, however small the page.
  return done ? null : Math.max(offset + 1, reached - overlap)
}
