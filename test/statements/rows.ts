/** Whether the columns PostgreSQL gives and the row type the source reads can be the same. */
import { SymbolFlags, TypeFlags, type Checker, type Type } from 'typescript/unstable/sync'
import { argumentOf } from './source.ts'
import type { ResultColumn } from './describe.ts'

/** A kind of value as the driver makes it; `anything` is not looked into. */
type Kind = 'string' | 'number' | 'boolean' | 'Date' | 'Buffer' | 'object' | 'anything' | `${string}[]`

export interface RowShape {
  members: Member[]
  /** Other columns are welcome: it is a record of whatever comes. */
  isOpen: boolean
}

export interface Member {
  name: string
  optional: boolean
  nullable: boolean
  kinds: Kind[]
}

/** What the driver makes of a type; see `columnTypes` in src/platform/db.ts. */
const driverKinds: Record<string, Kind> = {
  int8: 'string',
  numeric: 'string',
  text: 'string',
  varchar: 'string',
  uuid: 'string',
  name: 'string',
  date: 'string',
  timestamp: 'string',
  int2: 'number',
  int4: 'number',
  float4: 'number',
  float8: 'number',
  bool: 'boolean',
  timestamptz: 'Date',
  bytea: 'Buffer',
}

/** Of json nothing is known but that it is not a moment: those stand in it as texts. */
function agrees(type: string, kind: Kind): boolean {
  if (kind === 'anything') return true
  if (type === 'json' || type === 'jsonb') return kind !== 'Date' && kind !== 'Buffer'
  const made = type.startsWith('_') ? (`${driverKinds[type.slice(1)]}[]` as const) : driverKinds[type]
  return made === kind
}

const nothing = TypeFlags.Undefined | TypeFlags.Null | TypeFlags.Void

export function shapeOf(checker: Checker, row: Type): RowShape {
  return { members: membersOf(checker, row), isOpen: checker.getIndexInfosOfType(row).length > 0 }
}

function membersOf(checker: Checker, row: Type): Member[] {
  const members = checker.getPropertiesOfType(row)
  const types = checker.getTypeOfSymbol(members)
  return members.map(({ name, flags }, index) => {
    const parts = partsOf(types[index])
    return {
      name,
      optional: (flags & SymbolFlags.Optional) !== 0,
      nullable: parts.some((part) => (part.flags & (TypeFlags.Null | TypeFlags.AnyOrUnknown)) !== 0),
      kinds: parts.filter((part) => !(part.flags & nothing)).map((part) => kindOf(checker, part)),
    }
  })
}

const partsOf = (type: Type | undefined): readonly Type[] =>
  type === undefined ? [] : type.isUnionType() ? type.getTypes().flatMap(partsOf) : [type]

function kindOf(checker: Checker, type: Type): Kind {
  if (type.flags & TypeFlags.StringLike) return 'string'
  if (type.flags & TypeFlags.NumberLike) return 'number'
  if (type.flags & TypeFlags.BooleanLike) return 'boolean'
  if (type.isIntersectionType()) {
    const [first] = type.getTypes()
    return first ? kindOf(checker, first) : 'anything'
  }
  if (!type.isObjectType()) return 'anything'
  const name = type.getSymbol()?.name
  if (name === 'Date' || name === 'Buffer') return name
  if (!checker.isArrayLikeType(type)) return 'object'
  const entry = argumentOf(checker, type)
  const kinds = new Set(partsOf(entry).map((part) => kindOf(checker, part)))
  return kinds.size === 1 ? `${[...kinds][0]}[]` : 'anything'
}

/** In words, what does not fit. */
export function differences(
  text: string,
  columns: readonly ResultColumn[],
  { members, isOpen }: RowShape,
): string[] {
  // A function that is called for what it does gives a column too, of no type.
  const byName = new Map(columns.filter(({ type }) => type !== 'void').map((column) => [column.name, column]))
  const names = new Set(members.map(({ name }) => name))
  const unread = isOpen ? [] : [...byName.keys()].filter((name) => !names.has(name))
  return [
    ...unread.map((name) => `${name} is not in the row type`),
    ...members
      .filter(({ name, optional }) => !optional && !byName.has(name))
      .map(({ name }) => `${name} is in the row type and no column gives it`),
    ...members.flatMap((member) => {
      const column = byName.get(member.name)
      return column ? difference(text, column, member) : []
    }),
  ]
}

function difference(text: string, { name, type, of }: ResultColumn, { kinds, nullable }: Member): string[] {
  if (!kinds.some((kind) => agrees(type, kind))) {
    return [`${name} is ${type} and is read as ${kinds.join(' or ') || 'nothing'}`]
  }
  return of?.nullable && !nullable && !isAskedFor(text, of.column)
    ? [`${name} can be null, as ${of.table}.${of.column} can`]
    : []
}

/** A column that is compared, or set, by the statement is taken to have a value in the rows it gives. */
const isAskedFor = (text: string, column: string) =>
  new RegExp(`\\b${column}"?\\s*([=<>]|is not null|in \\()`).test(text)
