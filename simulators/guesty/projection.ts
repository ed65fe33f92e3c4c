import { isFields } from './sent-fields.ts'
import type { SentFields as Fields } from './sent-fields.ts'

/**
 * The vendor's `fields`: words between blanks, a dot for a field inside a field. What is not named does not come; the
 * id always does. Names that do not exist are ignored.
 */
export function project(record: object, fields: string): object {
  const result: Fields = {}
  for (const path of new Set(['_id', ...fields.split(/\s+/)])) copy(record as Fields, result, path.split('.'))
  return result
}

function copy(from: Fields, to: Fields, [name = '', ...rest]: string[]): void {
  if (!Object.hasOwn(from, name)) return
  const value = from[name]
  if (rest.length === 0 || !isFields(value)) {
    to[name] = value
    return
  }
  const inner = Object.hasOwn(to, name) && isFields(to[name]) ? { ...to[name] } : {}
  copy(value, inner, rest)
  to[name] = inner
}

const within = (value: unknown, name: string) => (value as Fields | null | undefined)?.[name]

/** Fields that lists are ordered and chosen by: a page asks for them at every record that there is. */
const partsOf = new Map<string, readonly string[]>()

export function valueAt(record: object, path: string): unknown {
  const parts = partsOf.get(path) ?? path.split('.')
  partsOf.set(path, parts)
  return parts.reduce<unknown>(within, record)
}
