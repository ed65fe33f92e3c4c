/**
 * Tables of fields: each of our fields names the vendor's field it comes from, once. A table gives the shape of the row
 * and reads it. Fields that need more than one reading stay code beside it, and name their part of the shape in `own`.
 */
import { Type, type Static, type TObject, type TProperties, type TSchema } from 'typebox'
import { fieldOf } from './answers.ts'
import { decimalString } from './money.ts'
import { currencyCode, idText, presentText, timeOfDay, wholeNumber } from './readings.ts'
import { readSide } from './tolerance/unread-fields.ts'
import { Amount, Flag, MaybeId, part, Text } from './vendor-fields.ts'

export interface FieldReading<T> {
  /** The vendor's fields that are read; a dot leads into a part: `address.city`. */
  shapes: Readonly<Record<string, TSchema>>
  read(row: unknown): T
}

/** A table may hold tables, for parts of the record. */
interface ReadingTable {
  readonly [field: string]: FieldReading<unknown> | ReadingTable
}

type ReadFields<T> = {
  [K in keyof T]: T[K] extends FieldReading<infer Value> ? Value : ReadFields<T[K]>
}

/** Reads one field in the vendor's own way; a value that cannot be read is noted, and null. */
export function reading<Value, T>(
  path: string,
  schema: TSchema,
  read: (value: Value) => T,
): FieldReading<T | null> {
  const steps = path.split('.')
  return {
    shapes: { [path]: schema },
    read: (row) => {
      const value = steps.reduce(fieldOf, row)
      return value === undefined || value === null ? null : readSide(path, value, () => read(value as Value))
    },
  }
}

export const text = (path: string) => reading(path, Text, presentText)
export const wholeField = (path: string) => reading(path, Amount, wholeNumber)
export const decimalField = (path: string) => reading(path, Amount, decimalString)
export const currencyField = (path: string) => reading(path, Text, currencyCode)
export const timeField = (path: string) => reading(path, Text, timeOfDay)
export const flagField = (path: string) => reading(path, Flag, (value: boolean) => value)
export const idField = (path: string) => reading(path, MaybeId, idText)

/** Returns the first of these fields that is there. */
export function firstOf<T>(...readings: readonly FieldReading<T | null>[]): FieldReading<T | null> {
  return {
    shapes: Object.assign({}, ...readings.map(({ shapes }) => shapes)) as Record<string, TSchema>,
    read: (row) => readings.reduce<T | null>((found, { read }) => found ?? read(row), null),
  }
}

/** Joins those of these texts that are there. */
export function joinedText(
  separator: string,
  ...readings: readonly FieldReading<string | null>[]
): FieldReading<string | null> {
  return {
    ...firstOf(...readings),
    read: (row) => readings.flatMap(({ read }) => read(row) ?? []).join(separator) || null,
  }
}

export interface FieldTable<T, P extends TProperties> {
  /** The shape of the vendor's row: `own`, and all fields of the table. */
  shape: TObject<P>
  read(row: unknown): ReadFields<T>
}

/** A row of the table's shape, of which only the fields of `own` are typed. */
export type RowOf<T extends { shape: TSchema }> = Static<T['shape']> & Record<string, unknown>

export function fieldTable<const T extends ReadingTable, P extends TProperties>(
  table: T,
  own: P,
): FieldTable<T, P> {
  const shapes = Object.assign({}, ...readingsIn(table).map((one) => one.shapes)) as Record<string, TSchema>
  return {
    // The table's fields come first, so that `own` may state one of them more strictly.
    shape: Type.Object({ ...propertiesOf(Object.entries(shapes)), ...own }),
    read: (row) => readTable(table, row) as ReadFields<T>,
  }
}

const isReading = (entry: FieldReading<unknown> | ReadingTable): entry is FieldReading<unknown> =>
  typeof entry.read === 'function'

function readingsIn(table: ReadingTable): FieldReading<unknown>[] {
  return Object.values(table).flatMap((entry) => (isReading(entry) ? [entry] : readingsIn(entry)))
}

function readTable(table: ReadingTable, row: unknown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(table).map(([field, entry]) => [
      field,
      isReading(entry) ? entry.read(row) : readTable(entry, row),
    ]),
  )
}

function propertiesOf(shapes: readonly (readonly [path: string, schema: TSchema])[]): TProperties {
  const plain = shapes.filter(([path]) => !path.includes('.'))
  const deep = Object.groupBy(
    shapes.filter(([path]) => path.includes('.')),
    ([path]) => path.slice(0, path.indexOf('.')),
  )
  const parts = Object.entries(deep).map(([head, below = []]) => {
    const inner = below.map(([path, schema]) => [path.slice(head.length + 1), schema] as const)
    return [head, part(propertiesOf(inner))] as const
  })
  return Object.fromEntries<TSchema>([...plain, ...parts])
}
