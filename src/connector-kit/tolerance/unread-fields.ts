/** Which fields of a vendor's row could not be read: named and described, never quoted, because they may be personal. */

export interface UnreadField {
  /** Where it stands in the vendor's row: `price-paid`, `guest.phones[]`. */
  field: string
  /** The kind of value found there (`kindOf`). */
  found: string
}

/** A record that was stored without some of its fields. */
export interface RowWarning {
  externalId: string
  unread: UnreadField[]
}

/** Stands on a record beside its fields. A symbol survives a spread and is neither checked, hashed nor stored. */
const unreadFields = Symbol('fields that could not be read')

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

/** One warning for records that are read as a whole, such as the nights of a listing. */
export function warningOf(externalId: string, records: readonly object[]): RowWarning[] {
  const unread = distinct(records.flatMap((record) => [...unreadOf(record)]))
  return unread.length === 0 ? [] : [{ externalId, unread }]
}

function distinct(unread: readonly UnreadField[]): UnreadField[] {
  return [...new Map(unread.map((one) => [one.field, one])).values()]
}

/** Rows that were put together from several answers find here what was unread of each part. */
const ofParts = new WeakMap<object, readonly UnreadField[]>()
/** Until a part was noted nothing is looked for: most accounts never have one. */
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

/** What readers found unreadable while one row is mapped, which happens without a pause. */
let current: { values: unknown[]; fields: UnreadField[] } | null = null

/** Maps one row and answers what its readers could not read. */
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

/** For readers that answer null to what they cannot read: the field is found by its value. */
export function unreadable(value: unknown): null {
  current?.values.push(value)
  return null
}

/** For readers that know which field they read. */
export function noteUnread(field: string, value: unknown): void {
  current?.fields.push({ field, found: kindOf(value) })
}

/** A side field whose reader throws: null, and noted. For rows whose fields have no schema, such as XML. */
export function readSide<T>(field: string, value: unknown, read: () => T): T | null {
  try {
    return read()
  } catch {
    noteUnread(field, value)
    return null
  }
}

const longText = 1000

/** The kind of a value, in a word that quotes nothing of it. */
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
