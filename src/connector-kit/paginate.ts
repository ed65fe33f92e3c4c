import type { Static, TSchema } from 'typebox'
import { fieldOf, orNull } from './answers.ts'
import type { RowFailure } from './connector.ts'
import { presentText } from './readings.ts'
import { createRedactor } from './redact.ts'
import { mapRow, type RowMapping } from './tolerance/map-row.ts'
import type { RecordOf } from './validate.ts'
import { VendorError } from './vendor-error.ts'

export interface MappedRows<R> {
  records: R[]
  failures: RowFailure[]
}

/** How rows of a shape become records of a kind; `idOf` where their id does not stand in `id`. */
export function mapping<K extends keyof RecordOf, S extends TSchema>(
  kind: K,
  row: S,
  map: (row: Static<S>) => RecordOf[K] | undefined,
  idOf: (row: unknown) => string = plainId,
): RowMapping<Static<S>, RecordOf[K]> {
  return { kind, shape: row, idOf, map }
}

/** The same for rows that were put together here, whose shape is known. */
export function ownMapping<K extends keyof RecordOf, Row>(
  kind: K,
  map: (row: Row) => RecordOf[K] | undefined,
  idOf: (row: Row) => string,
): RowMapping<Row, RecordOf[K]> {
  return { kind, idOf: (row) => idOf(row as Row), map }
}

const redactor = createRedactor()

/** Maps the rows of a page one by one: a poisoned row is reported and stops nothing. */
export function mapRows<Row, R>(rows: unknown[], mapping: RowMapping<Row, R>): MappedRows<R> {
  const mapped: MappedRows<R> = { records: [], failures: [] }
  for (const row of rows) {
    const outcome = mapRow(row, mapping)
    if (typeof outcome === 'string') mapped.failures.push(failureOf(row, mapping.idOf(row), outcome))
    else if (outcome !== undefined) mapped.records.push(outcome.record)
  }
  return mapped
}

/** A list that the vendor gives at once. */
export function wholePage<Row, R>(rows: unknown[], mapping: RowMapping<Row, R>) {
  return { ...mapRows(rows, mapping), next: null, expected: rows.length }
}

export const emptyPage = { records: [], failures: [], next: null }

/** What came of several rows that were read one by one. */
export function together<R>(parts: MappedRows<R>[]): MappedRows<R> {
  return {
    records: parts.flatMap(({ records }) => records),
    failures: parts.flatMap(({ failures }) => failures),
  }
}

/** What is wrong with the answer about one record must not stop the reading of the others; an outage does. */
export async function orFailure<R>(
  externalId: string,
  work: () => Promise<MappedRows<R>>,
): Promise<MappedRows<R>> {
  try {
    return await work()
  } catch (error) {
    const isItsOwn = error instanceof VendorError && (error.kind === 'rejected' || error.kind === 'malformed')
    if (!isItsOwn) throw error
    return { records: [], failures: [{ externalId, message: error.message }] }
  }
}

/** Maps a single row; what would be a failure in a page is thrown. */
export function mapOne<Row, R>(row: unknown, mapping: RowMapping<Row, R>): R | null {
  const outcome = mapRow(row, mapping)
  if (typeof outcome !== 'string') return outcome === undefined ? null : outcome.record
  throw new VendorError('malformed', `record ${mapping.idOf(row)}: ${outcome}`)
}

/**
 * The record in an answer; null where the vendor no longer has it. `read` takes it out of its envelope. A mapping that needs
 * more than the row is made for it.
 */
export async function readOne<Row, R>(
  answer: Promise<unknown>,
  mapping: RowMapping<Row, R> | ((row: unknown) => Promise<RowMapping<Row, R>>),
  read: (json: unknown) => unknown = (json) => json,
): Promise<R | null> {
  const json = await orNull(answer)
  if (json === null) return null
  const row = read(json)
  return mapOne(row, typeof mapping === 'function' ? await mapping(row) : mapping)
}

/** For lists that are right as a whole or not at all: what would be a failure in a page is thrown. */
export function mapAll<Row, R>(rows: unknown[], mapping: RowMapping<Row, R>): R[] {
  const { records, failures } = mapRows(rows, mapping)
  const [bad] = failures
  if (bad !== undefined) throw new VendorError('malformed', `record ${bad.externalId}: ${bad.message}`)
  return records
}

function failureOf(row: unknown, externalId: string, message: string): RowFailure {
  return {
    externalId,
    message: redactor.excerpt(message),
    excerpt: redactor.excerpt(JSON.stringify(row) ?? ''),
  }
}

/** The id of a row where the vendor has it, or a stand-in, for rows that may be anything. */
export const idIn =
  (field: string) =>
  (row: unknown): string =>
    presentText(fieldOf(row, field)) ?? 'unknown'

export const plainId = idIn('id')

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

export interface OffsetPage {
  rows: unknown[]
  next: string | null
  total: number | null
}

/** One page of a list that is walked by position. Rows that were on the page before are left out. */
export async function offsetPage(walk: OffsetWalk): Promise<OffsetPage> {
  const place = readCursor<OffsetPlace>(walk.cursor, { offset: 0, tail: [] })
  const { idOf = plainId, overlap = usualOverlap } = walk
  const { rows, total } = await walk.fetch({ offset: place.offset, limit: walk.limit })
  const fresh = rows.filter((row) => !place.tail.includes(idOf(row)))
  const offset = nextOffset(place.offset, rows.length, { limit: walk.limit, overlap, total })
  const tail = rows.slice(-overlap).map(idOf)
  return { rows: fresh, total, next: offset === null ? null : writeCursor({ offset, tail }) }
}

/** The same as a page of records. */
export async function mappedOffsetPage<Row, R>(
  walk: OffsetWalk,
  mapping: RowMapping<Row, R>,
): Promise<MappedRows<R> & { next: string | null; expected?: number }> {
  return mappedPage(await offsetPage(walk), mapping)
}

/** A page as records, with how many rows there are where the vendor says so. */
export function mappedPage<Row, R>(
  { rows, next, total }: OffsetPage,
  mapping: RowMapping<Row, R>,
): MappedRows<R> & { next: string | null; expected?: number } {
  return { ...mapRows(rows, mapping), next, ...(total === null ? {} : { expected: total }) }
}

/** Every row of a list, for the short ones. */
export async function everyRow(
  page: (cursor: string | null) => Promise<{ rows: unknown[]; next: string | null }>,
): Promise<unknown[]> {
  const found: unknown[] = []
  let cursor: string | null = null
  do {
    const { rows, next } = await page(cursor)
    found.push(...rows)
    cursor = next
  } while (cursor !== null)
  return found
}

/** What belongs to some items, for vendors that take only so many of them in a call; nothing is asked for none. */
export async function everyRowOf<T>(
  items: readonly T[],
  mostAtOnce: number,
  ask: (some: T[]) => Promise<readonly unknown[]>,
): Promise<unknown[]> {
  const found: unknown[] = []
  for (let start = 0; start < items.length; start += mostAtOnce) {
    found.push(...(await ask(items.slice(start, start + mostAtOnce))))
  }
  return found
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
