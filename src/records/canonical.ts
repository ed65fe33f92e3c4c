/** A record as one text that is the same for the same content, and its hash. */
import { createHash } from 'node:crypto'

/** Raised when what is stored of a record changes its meaning, so that everything is stored anew. */
const storedForm = 1

/** PostgreSQL stores neither NUL nor half a surrogate pair; sources send both. */
export function storable<T>(value: T): T {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '') as T
  if (Array.isArray(value)) return value.map((item) => storable(item)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .map(([key, item]) => [storable(key), storable(item)]),
  ) as T
}

export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  const members = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`)
  return `{${members.join(',')}}`
}

/** As hex, the way it is handed to SQL. */
export function contentHash(record: unknown): string {
  return createHash('sha256')
    .update(`${storedForm}:${canonicalJson(record)}`)
    .digest('hex')
}
