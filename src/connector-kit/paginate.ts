import type { Static, TSchema } from 'typebox'
import { fieldOf, orNull } from './answers.ts'
import { presentText } from './readings.ts'
import { createRedactor } from './redact.ts'
import { mapRow, type RowMapping } from './tolerance/map-row.ts'
import type { RecordOf } from './validate.ts'
import { VendorError } from './vendor-error.ts'

/** A row that could not be mapped is stored, counted and shown, and never stops a run. */
export interface RowFailure {
  externalId: string
  message: string
  /** The excerpt is the offending part, redacted and shortened. */
  excerpt?: string
}

export interface MappedRows<R> {
  records: R[]
  failures: RowFailure[]
}

/** Describes how rows of a shape become records; `idOf` is needed if the id is not in `id`. */
export function mapping<K extends keyof RecordOf, S extends TSchema>(
  kind: K,
  row: S,
  map: (row: Static<S>) => RecordOf[K] | undefined,
  idOf: (row: unknown) => string = plainId,
): RowMapping<Static<S>, RecordOf[K]> {
  return { kind, shape: row, idOf, map }
}

/** Describes rows assembled here, whose shape is known. */
export function ownMapping<K extends keyof RecordOf, Row>(
  kind: K,
  map: (row: Row) => RecordOf[K] | undefined,
  idOf: (row: Row) => string,
): RowMapping<Row, RecordOf[K]> {
  return { kind, idOf: (row) => idOf(row as Row), map }
}

const redactor = createRedactor()

/** Maps rows one by one; a bad row is reported and stops nothing. */
export function mapRows<Row, R>(rows: unknown[], mapping: RowMapping<Row, R>): MappedRows<R> {
  const mapped: MappedRows<R> = { records: [], failures: [] }
  for (const row of rows) {
    const outcome = mapRow(row, mapping)
    if (typeof outcome === 'string') mapped.failures.push(failureOf(row, mapping.idOf(row), outcome))
    else if (outcome !== undefined) mapped.records.push(outcome.record)
  }
  return mapped
}

/** Some vendors return a list whole. */
export function wholePage<Row, R>(rows: unknown[], mapping: RowMapping<Row, R>) {
  return { ...mapRows(rows, mapping), next: null, expected: rows.length }
}

export const emptyPage = { records: [], failures: [], next: null }

/** Joins results of rows that were read one by one. */
export function together<R>(parts: MappedRows<R>[]): MappedRows<R> {
  return {
    records: parts.flatMap(({ records }) => records),
    failures: parts.flatMap(({ failures }) => failures),
  }
}

/** A bad answer about one record must not stop the others; an outage does. */
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

/** Maps one row and throws where a page would report a failure. */
export function mapOne<Row, R>(row: unknown, mapping: RowMapping<Row, R>): R | null {
  const outcome = mapRow(row, mapping)
  if (typeof outcome !== 'string') return outcome === undefined ? null : outcome.record
  throw new VendorError('malformed', `record ${mapping.idOf(row)}: ${outcome}`)
}

/**
 * Reads one record; null when the vendor no longer has it. `read` unwraps the envelope. A mapping that needs
 * more than the row may be a function.
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

/** Some lists must be complete, so this throws where a page would report a failure. */
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

/** Returns the id of a row of any shape, or a placeholder. */
export const idIn =
  (field: string) =>
  (row: unknown): string =>
    presentText(fieldOf(row, field)) ?? 'unknown'

export const plainId = idIn('id')

/** Only the operation that made a cursor reads it. */
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
  /** Fetches a page; `total` is set if the vendor gives it. */
  fetch(page: { offset: number; limit: number }): Promise<{ rows: unknown[]; total: number | null }>
  /** Reads a row's id; by default from `id`. */
  idOf?(row: unknown): string
  /** The next page repeats this many rows; more are needed if rows can move to the end. */
  overlap?: number
}

interface OffsetPlace {
  offset: number
  /** The next page begins with these ids, the last of this one. */
  tail: string[]
}

// The next page repeats this many rows, since a deletion would otherwise leave a gap.
const usualOverlap = 3

export interface OffsetPage {
  rows: unknown[]
  next: string | null
  total: number | null
}

/** Reads one page of a list by position, without the rows of the page before. */
export async function offsetPage(walk: OffsetWalk): Promise<OffsetPage> {
  const place = readCursor<OffsetPlace>(walk.cursor, { offset: 0, tail: [] })
  const { idOf = plainId, overlap = usualOverlap } = walk
  const { rows, total } = await walk.fetch({ offset: place.offset, limit: walk.limit })
  const fresh = rows.filter((row) => !place.tail.includes(idOf(row)))
  const offset = nextOffset(place.offset, rows.length, { limit: walk.limit, overlap, total })
  const tail = rows.slice(-overlap).map(idOf)
  return { rows: fresh, total, next: offset === null ? null : writeCursor({ offset, tail }) }
}

/** Reads the same page as records. */
export async function mappedOffsetPage<Row, R>(
  walk: OffsetWalk,
  mapping: RowMapping<Row, R>,
): Promise<MappedRows<R> & { next: string | null; expected?: number }> {
  return mappedPage(await offsetPage(walk), mapping)
}

/** Maps a page to records, with the total if there is one. */
export function mappedPage<Row, R>(
  { rows, next, total }: OffsetPage,
  mapping: RowMapping<Row, R>,
): MappedRows<R> & { next: string | null; expected?: number } {
  return { ...mapRows(rows, mapping), next, ...(total === null ? {} : { expected: total }) }
}

/** Reads all rows of a short list. */
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

/**
 * Yields the pages of a list in which something is looked for. Throws `unavailable` when the list goes on after `most` pages: what was not seen
 * there may exist, so it must not count as missing.
 */
export async function* everyPage<C, P extends { next: C | null }>(
  list: string,
  read: (cursor: C | null) => Promise<P>,
  most = 50,
): AsyncGenerator<P, void, undefined> {
  let cursor: C | null = null
  for (let pages = 0; pages < most; pages += 1) {
    const page: P = await read(cursor)
    yield page
    cursor = page.next
    if (cursor === null) return
  }
  throw new VendorError('unavailable', `${list} could not be read to the end: more than ${most} pages`)
}

/** Reads what belongs to items, in batches the vendor accepts; no items mean no call. */
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
  // A short page ends the list unless the vendor gave less than requested and says there is more. A full page never does, as some totals only count
  // the page.
  const done = rows === 0 || (rows < limit && (total === null || reached >= total))
  // The position always advances, however small the page.
  return done ? null : Math.max(offset + 1, reached - overlap)
}
