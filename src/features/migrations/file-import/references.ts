/** The references of lines, and lines with our ids instead of the file's. Pure. */
import type { RecordType } from '../../../contract/export-file/index.ts'
import { fieldsOf, tables, type ExportFields } from '../export/tables.ts'
import type { RecordLine } from './check-line.ts'
import { importProblem } from './problem.ts'

export interface Reference {
  type: RecordType
  id: string
}

/** Our id for a type and id of the file; undefined if no earlier line has it. */
export type IdMap = (reference: Reference) => string | undefined

type ReferencedValues = Record<string, unknown>

const isNumbered = (type: RecordType) => tables[type].key.length === 1
export const numberedTypes = (Object.keys(tables) as RecordType[]).filter(isNumbered)

/** These columns refer to records of the same type, which may come later. They are set at the end of the file. */
export const laterColumns: readonly { type: RecordType; column: string }[] = [
  { type: 'unit', column: 'parent_id' },
  { type: 'reservation', column: 'merged_into' },
]

const isLater = (type: RecordType, refersTo: RecordType | undefined) => refersTo === type

interface FoundReference extends Reference {
  field: string
}

function found(fields: ExportFields, values: ReferencedValues, before = ''): FoundReference[] {
  return Object.entries(fields).flatMap(([field, { refersTo }]) => {
    const id = values[field]
    return refersTo && typeof id === 'string' ? [{ type: refersTo, id, field: `${before}${field}` }] : []
  })
}

/** The records that must precede the line. */
export function listNeededIds({ type, fields: values }: RecordLine): FoundReference[] {
  const { own, within } = fieldsOf(type)
  return [
    ...found(own, values).filter((one) => !isLater(type, one.type)),
    ...Object.entries(within).flatMap(([name, fields]) =>
      (values[name] as ReferencedValues[]).flatMap((row, at) => found(fields, row, `${name}[${at}].`)),
    ),
  ]
}

/** Ids within a history line's changes, by their position. */
export function listPreviousReferences(previous: ReferencedValues): Reference[] {
  return previousParts.flatMap(({ type, ids }) => ids(previous).map((id) => ({ type, id })))
}

const idOf = (value: unknown): string[] => (typeof value === 'string' ? [value] : [])
const inner = (value: unknown) => (value ?? {}) as ReferencedValues

const previousParts: {
  type: RecordType
  ids(previous: ReferencedValues): string[]
  put(previous: ReferencedValues, ours: (id: string) => string | undefined): ReferencedValues
}[] = [
  ...(['listing', 'guest'] as const).map((type) => ({
    type,
    ids: (previous: ReferencedValues) => idOf(previous[`${type}Id`]),
    put: (previous: ReferencedValues, ours: (id: string) => string | undefined) => {
      const name = `${type}Id`
      return typeof previous[name] === 'string' ? { [name]: ours(previous[name]) ?? null } : {}
    },
  })),
  ...(
    [
      ['primaryGuest', 'guest'],
      ['unit', 'unit'],
    ] as const
  ).map(([name, type]) => ({
    type,
    ids: (previous: ReferencedValues) => idOf(inner(previous[name])['id']),
    put: (previous: ReferencedValues, ours: (id: string) => string | undefined) => {
      const [id] = idOf(inner(previous[name])['id'])
      return id === undefined ? {} : { [name]: { ...inner(previous[name]), id: ours(id) ?? null } }
    },
  })),
  {
    type: 'reservation',
    ids: (previous) =>
      Array.isArray(previous['conflictsWith']) ? previous['conflictsWith'].flatMap(idOf) : [],
    put: (previous, ours) =>
      Array.isArray(previous['conflictsWith'])
        ? { conflictsWith: previous['conflictsWith'].flatMap(idOf).flatMap((id) => ours(id) ?? []) }
        : {},
  },
]

/** Deleted records have no id here. */
export const replaceIds = (previous: ReferencedValues, ours: IdMap): ReferencedValues =>
  previousParts.reduce(
    (all, { type, put }) => ({ ...all, ...put(all, (id) => ours({ type, id })) }),
    previous,
  )

/** A line's fields as stored, by their names in the file. */
export function resolveLine(
  line: RecordLine,
  ours: IdMap,
): { own: ReferencedValues; within: Record<string, ReferencedValues[]>; later: ReferencedValues } {
  const { type, fields: values } = line
  const { own, within } = fieldsOf(type)
  const put = (fields: ExportFields, row: ReferencedValues, before = ''): ReferencedValues =>
    Object.fromEntries(
      Object.entries(fields).map(([field, { refersTo }]) => {
        const value = row[field]
        if (!refersTo || typeof value !== 'string') return [field, value]
        if (before === '' && isLater(type, refersTo)) return [field, null]
        const id = ours({ type: refersTo, id: value })
        if (id === undefined) {
          const message = `no ${refersTo} ${value} stands before it in the file.`
          throw importProblem(line, { field: `${before}${field}`, message, value })
        }
        return [field, id]
      }),
    )
  const later = Object.entries(own).filter(
    ([field, { refersTo }]) => isLater(type, refersTo) && values[field] !== null,
  )
  return {
    own: put(own, values),
    within: Object.fromEntries(
      Object.entries(within).map(([name, fields]) => [
        name,
        (values[name] as ReferencedValues[]).map((row, at) => put(fields, row, `${name}[${at}].`)),
      ]),
    ),
    later: Object.fromEntries(later.map(([field]) => [field, values[field]])),
  }
}
