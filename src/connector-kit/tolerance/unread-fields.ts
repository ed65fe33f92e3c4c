/**
 * Lists fields of a vendor's row that could not be read. They are described, never quoted, because they may
 * be personal.
 */

export interface UnreadField {
  /** The place in the vendor's row: `price-paid`, `guest.phones[]`. */
  field: string
  /** Holds the kind of value found there (`kindOf`). */
  found: string
}

/** The record was stored without some of its fields. */
export interface RowWarning {
  externalId: string
  unread: UnreadField[]
}

/**
 * The mark stands on a record beside its fields. A symbol survives a spread and is neither checked, hashed
 * nor stored.
 */
const unreadFields = Symbol('fields that could not be read')

/** Stands in `found` where the field was read, and another interface of the vendor has another value. */
export const otherValue = 'another value'

/** Says in words what a record is stored without, and where two interfaces of the vendor differ. */
export function describeWarning(unread: readonly UnreadField[]): string {
  const differing = unread.filter(({ found }) => found === otherValue)
  const lost = unread.filter(({ found }) => found !== otherValue)
  const parts = [
    ...(lost.length === 0
      ? []
      : [`stored without ${lost.map(({ field, found }) => `${field} (${found})`).join(', ')}`]),
    ...(differing.length === 0
      ? []
      : [`two interfaces of the vendor differ in ${differing.map(({ field }) => field).join(', ')}`]),
  ]
  return parts.join('; ')
}

export function withUnread<R extends object>(record: R, unread: readonly UnreadField[]): R {
  if (unread.length === 0) return record
  return { ...record, [unreadFields]: distinct(unread) }
}

export const unreadOf = (record: object): readonly UnreadField[] =>
  (record as { [unreadFields]?: UnreadField[] })[unreadFields] ?? []

export function warningsOf(records: readonly { externalId: string }[]): RowWarning[] {
  return records.flatMap((record) => {
    const unread = [...unreadOf(record)]
    return unread.length === 0 ? [] : [{ externalId: record.externalId, unread }]
  })
}

/** Makes one warning for records that are read as a whole, such as a listing's nights. */
export function warningOf(externalId: string, records: readonly object[]): RowWarning[] {
  const unread = distinct(records.flatMap((record) => [...unreadOf(record)]))
  return unread.length === 0 ? [] : [{ externalId, unread }]
}

function distinct(unread: readonly UnreadField[]): UnreadField[] {
  return [...new Map(unread.map((one) => [one.field, one])).values()]
}

/** Rows assembled from several answers find the unread fields of each part here. */
const ofParts = new WeakMap<object, readonly UnreadField[]>()
/** Most accounts never have an unread part, so nothing is looked up until one was noted. */
let hasNotedParts = false

export function noteUnreadOf(part: object, unread: readonly UnreadField[]): void {
  if (unread.length === 0) return
  ofParts.set(part, unread)
  hasNotedParts = true
}

const deepestPart = 4

export function unreadInParts(value: unknown, depth = 0): UnreadField[] {
  if (!hasNotedParts || typeof value !== 'object' || value === null || depth > deepestPart) return []
  const below = Object.values(value).flatMap((part) => unreadInParts(part, depth + 1))
  return [...(ofParts.get(value) ?? []), ...below]
}

/** Collects unreadable values while one row is mapped; mapping never pauses, so a global is safe. */
let current: { values: unknown[]; fields: UnreadField[] } | null = null

/** Maps one row and returns the fields that its readers could not read. */
export function collectUnread<R>(row: unknown, map: () => R): { result: R; unread: UnreadField[] } {
  const before = current
  const collected = { values: [] as unknown[], fields: [] as UnreadField[] }
  current = collected
  try {
    const result = map()
    const found = collected.values.map((value) => ({
      field: pathTo(row, value) ?? 'value',
      found: kindOf(value),
    }))
    return { result, unread: [...collected.fields, ...found] }
  } finally {
    current = before
  }
}

/** Readers call this for a value they cannot read; its field is found by the value. */
export function unreadable(value: unknown): null {
  current?.values.push(value)
  return null
}

/** Some readers know which field they read. */
export function noteUnread(field: string, value: unknown): void {
  current?.fields.push({ field, found: kindOf(value) })
}

/** Reads a side field; if the reader throws, the field is null and noted. Rows such as XML have no schema. */
export function readSide<T>(field: string, value: unknown, read: () => T): T | null {
  try {
    return read()
  } catch {
    noteUnread(field, value)
    return null
  }
}

const longText = 1000

/** Names the kind of a value without quoting it. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'list'
  if (typeof value !== 'string') return typeof value
  if (value.trim() === '') return 'empty text'
  if (/^\s*</.test(value)) return 'HTML'
  return value.length > longText ? 'long text' : 'text'
}

function pathTo(row: unknown, value: unknown): string | null {
  if (typeof row !== 'object' || row === null) return null
  for (const [name, member] of Object.entries(row)) {
    const here = Array.isArray(row) ? '[]' : name
    if (Object.is(member, value)) return here
    const below = pathTo(member, value)
    if (below !== null) return joined(here, below)
  }
  return null
}

export const joined = (at: string, name: string): string =>
  at === '' ? name : name.startsWith('[') ? at + name : `${at}.${name}`
