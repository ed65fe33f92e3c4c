import { isDay } from './clock.ts'
import { ControlError } from './control-error.ts'

/**
 * `id` is a number, `key` an id as text, `stamp` is `YYYY-MM-DD HH:MM:SS`, `instant` ISO 8601 in UTC, `flag` 0 or 1.
 */
interface KindValues {
  id: number
  key: string
  int: number
  number: number
  flag: number
  bool: boolean
  text: string
  day: string
  stamp: string
  instant: string
  list: readonly object[]
  texts: readonly string[]
  object: object
}

export type FieldKind = keyof KindValues
export type FieldTable = Readonly<Record<string, FieldKind>>

/** Gives several fields one kind. */
export const ofKind = <K extends FieldKind, N extends string>(kind: K, ...names: N[]) =>
  Object.fromEntries(names.map((name) => [name, kind])) as Record<N, K>

/** A record described by its field table; every field but ids may be null. */
export type VendorRow<T extends FieldTable> = {
  -readonly [K in keyof T]: T[K] extends 'id' | 'key' ? KindValues[T[K]] : KindValues[T[K]] | null
}

const isInteger = (value: unknown) => Number.isSafeInteger(value)

const checks: Record<FieldKind, readonly [(value: unknown) => boolean, string]> = {
  id: [isInteger, 'an integer'],
  key: [(value) => typeof value === 'string' && value !== '', 'an id'],
  int: [isInteger, 'an integer'],
  number: [(value) => typeof value === 'number' && Number.isFinite(value), 'a number'],
  flag: [(value) => value === 0 || value === 1, '0 or 1'],
  bool: [(value) => typeof value === 'boolean', 'true or false'],
  text: [(value) => typeof value === 'string', 'a string'],
  day: [isDay, 'a day as YYYY-MM-DD'],
  stamp: [
    (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(value),
    'a time as YYYY-MM-DD HH:MM:SS',
  ],
  instant: [
    (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?Z$/.test(value),
    'a moment as YYYY-MM-DDTHH:MM:SSZ',
  ],
  list: [
    (value) => Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null),
    'a list of objects',
  ],
  texts: [
    (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
    'a list of strings',
  ],
  object: [(value) => typeof value === 'object' && value !== null && !Array.isArray(value), 'an object'],
}

/** Returns a record whose fields are null except its ids, in the order of the table. */
export function blankRow<T extends FieldTable>(table: T, id: number | string): VendorRow<T> {
  const row: Record<string, unknown> = {}
  for (const [name, kind] of Object.entries(table)) row[name] = kind === 'id' || kind === 'key' ? id : null
  return row as VendorRow<T>
}

/** Checks fields from the control interface against a table; those in `fixed` cannot be set. */
export function readFields<T extends FieldTable>(
  table: T,
  input: unknown,
  fixed: readonly string[],
): Partial<VendorRow<T>> {
  const fields = readObject(input)
  for (const [name, value] of Object.entries(fields)) {
    const kind = Object.hasOwn(table, name) ? table[name] : undefined
    if (kind === undefined) {
      throw new ControlError(`unknown field "${name}"; known are ${Object.keys(table).join(', ')}`)
    }
    if (fixed.includes(name)) throw new ControlError(`field "${name}" cannot be set`)
    const [accepts, description] = checks[kind]
    if (value !== null && !accepts(value)) {
      throw new ControlError(`field "${name}" must be ${description} or null, got ${JSON.stringify(value)}`)
    }
  }
  return fields as Partial<VendorRow<T>>
}

export function readObject(input: unknown): Record<string, unknown> {
  if (input === undefined || input === null) return {}
  if (typeof input !== 'object' || Array.isArray(input))
    throw new ControlError('the body must be a JSON object')
  return input as Record<string, unknown>
}

/** Refuses unknown names, so that a typing error is not silently ignored. */
export function refuseUnknown(input: Record<string, unknown>, allowedNames: readonly string[]): void {
  const wrong = Object.keys(input).find((name) => !allowedNames.includes(name))
  if (wrong !== undefined)
    throw new ControlError(`unknown field "${wrong}"; known are ${allowedNames.join(', ')}`)
}
