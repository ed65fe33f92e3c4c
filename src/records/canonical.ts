/** Gives equal content the same text, and a hash of it. */
import { createHash } from 'node:crypto'

/** Raise it when stored fields change their meaning, so that every record is stored anew. */
const storedForm = 1

/**
 * PostgreSQL stores neither NUL nor half a surrogate pair, and sources send both. Other values are returned unchanged.
 */
export function toStorable<T>(value: T): T {
  if (typeof value === 'string') {
    return (
      value.isWellFormed() && !value.includes('\0') ? value : value.toWellFormed().replaceAll('\0', '')
    ) as T
  }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items = value.map((item) => toStorable(item))
    return (items.every((item, place) => Object.is(item, value[place])) ? value : items) as T
  }
  let isClean = true
  const members = Object.entries(value).flatMap(([key, item]) => {
    const [name, kept] = [toStorable(key), toStorable(item)]
    isClean &&= item !== undefined && name === key && Object.is(kept, item)
    return item === undefined ? [] : [[name, kept] as const]
  })
  return isClean ? value : (Object.fromEntries(members) as T)
}

export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`
  let members = ''
  for (const key of Object.keys(value).sort()) {
    const item = (value as Record<string, unknown>)[key]
    if (item !== undefined) members += `${members && ','}${JSON.stringify(key)}:${canonicalJson(item)}`
  }
  return `{${members}}`
}

/** Returns hex, as SQL takes it. */
export function contentHash(record: unknown): string {
  return createHash('sha256')
    .update(`${storedForm}:${canonicalJson(record)}`)
    .digest('hex')
}
