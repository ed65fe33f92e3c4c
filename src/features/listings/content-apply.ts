/** Applies sections to the stored listing, and says what changed and what only we hold. Pure. */
import { overlayOwnValues, type OwnValues } from '../../records/listings/own-values.ts'
import { isDeepStrictEqual } from 'node:util'
import type { SectionToWrite } from './content-sections.ts'
import type { OwnFields } from '../../records/listings/own-values.ts'
import { objectColumns } from '../../records/listings/content-columns.ts'
import type { ContentValues } from '../../records/listings/content-columns.ts'

const toPlainJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null))
/** The database keeps object fields in its own order. */
export const sameJson = (a: unknown, b: unknown) => isDeepStrictEqual(toPlainJson(a), toPlainJson(b))
const decimals = new Set(['latitude', 'longitude', 'default_nightly_price'])

function isSame(column: string, a: unknown, b: unknown): boolean {
  if (sameJson(a, b)) return true
  return decimals.has(column) && a !== null && b !== null && Number(a) === Number(b)
}

export interface AppliedSections {
  values: ContentValues
  /** Names of sections that changed something. */
  changed: string[]
  /** Previous values of changed columns, in the API's spelling. */
  previous: OwnFields
}

const inApiSpelling = (column: string) =>
  column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

export function applySections(stored: ContentValues, sections: readonly SectionToWrite[]): AppliedSections {
  let values = stored
  const changed = new Set<string>()
  for (const { name, columns, objects } of sections) {
    const next: ContentValues = { ...values, ...columns }
    for (const column of objectColumns) {
      const change = objects[column]
      if (change) next[column] = overlayOwnValues(values[column], change)
    }
    const keys = Object.keys(next) as (keyof ContentValues)[]
    if (keys.some((key) => !isSame(key, values[key], next[key]))) changed.add(name)
    values = next
  }
  const different = (Object.keys(values) as (keyof ContentValues)[]).filter(
    (key) => !isSame(key, values[key], stored[key]),
  )
  return {
    values,
    changed: [...changed],
    previous: Object.fromEntries(different.map((key) => [inApiSpelling(key), stored[key] ?? null])),
  }
}

const without = (fields: OwnFields, names: Iterable<string>): OwnFields => {
  const gone = new Set(names)
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !gone.has(name)))
}

/** `kept`: sections that only we hold; `given`: sections the PMS took over. */
export function mergeOwnValues(
  own: OwnValues,
  kept: readonly SectionToWrite[],
  given: readonly SectionToWrite[],
): OwnValues {
  const after = { columns: { ...own.columns }, content: { ...own.content }, details: { ...own.details } }
  for (const { columns, objects } of kept) {
    Object.assign(after.columns, columns)
    Object.assign(after.content, objects.content)
    Object.assign(after.details, objects.details)
  }
  for (const { columns, objects } of given) {
    after.columns = without(after.columns, Object.keys(columns))
    after.content = without(after.content, Object.keys(objects.content ?? {}))
    after.details = without(after.details, Object.keys(objects.details ?? {}))
  }
  return Object.fromEntries(Object.entries(after).filter(([, fields]) => Object.keys(fields).length > 0))
}
