/**
 * Fits a vendor's row to the schema it is read by. A required field that cannot be read refuses the row.
 * Every other field becomes null and is noted.
 */
import type { Static, TSchema } from 'typebox'
import { compileCheck } from '../validate.ts'
import { isAbsent, plainFlag, plainList, plainNumber, plainText } from './plain-values.ts'
import { joined, kindOf, type UnreadField } from './unread-fields.ts'

/** TypeBox's schemas are JSON Schema, of which this is the part used here. */
export interface SchemaNode {
  type?: string
  anyOf?: SchemaNode[]
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, SchemaNode>
  /** A `Type.Record` has one schema for all its fields. */
  patternProperties?: Record<string, SchemaNode>
  required?: string[]
  items?: SchemaNode
}

export type FittedRow<Row> = { row: Row; unread: UnreadField[] } | { problem: string }

export function fitRow<S extends TSchema>(schema: S, row: unknown): FittedRow<Static<S>> {
  const check = compileCheck(schema)
  if (check.fits(row)) return { row, unread: [] }
  const unread: UnreadField[] = []
  const fitted = fitValue(schema as SchemaNode, row, { at: '', isSide: false, unread })
  if (fitted === refused || !check.fits(fitted))
    return { problem: `unexpected shape at ${check.problem(row)}` }
  return { row: fitted, unread }
}

const refused = Symbol('cannot be read')

interface Position {
  at: string
  /** Set below an optional field: an unreadable part there is left out alone. */
  isSide: boolean
  unread: UnreadField[]
}

function fitValue(schema: SchemaNode, value: unknown, position: Position): unknown {
  if (compileCheck(schema as TSchema).fits(value)) return value
  const fitted = fitByKind(schema, value, position)
  const isRead = fitted !== refused && compileCheck(schema as TSchema).fits(fitted)
  return isRead ? fitted : refused
}

function fitByKind(schema: SchemaNode, value: unknown, position: Position): unknown {
  if (schema.anyOf !== undefined) return fitUnion(schema.anyOf, value, position)
  const { type = 'word' } = schema
  switch (type) {
    case 'string':
      return plainText(value) ?? refused
    case 'number':
    case 'integer':
      return plainNumber(value) ?? refused
    case 'boolean':
      return plainFlag(value) ?? refused
    case 'array':
      return fitList(schema.items ?? {}, value, position)
    case 'object':
      return schema.patternProperties === undefined
        ? fitObject(schema, value, position)
        : fitDictionary(Object.values(schema.patternProperties)[0] ?? {}, value, position)
    default:
      return fitWord(schema, value)
  }
}

function fitUnion(choices: readonly SchemaNode[], value: unknown, position: Position): unknown {
  const maybeNull = choices.some(({ type }) => type === 'null')
  if (maybeNull && isAbsent(value)) return null
  for (const choice of choices) {
    if (choice.type === 'null') continue
    const unread: UnreadField[] = []
    const fitted = fitValue(choice, value, { at: position.at, isSide: position.isSide || maybeNull, unread })
    if (fitted === refused) continue
    position.unread.push(...unread)
    return fitted
  }
  if (!maybeNull) return refused
  position.unread.push({ field: position.at, found: kindOf(value) })
  return null
}

function fitList(item: SchemaNode, value: unknown, position: Position): unknown {
  const list = plainList(value)
  if (list === undefined) return refused
  const at = joined(position.at, '[]')
  const items = list.map((one) => ({ one, fitted: fitValue(item, one, { ...position, at }) }))
  const bad = items.filter(({ fitted }) => fitted === refused)
  if (bad.length > 0 && !position.isSide) return refused
  for (const { one } of bad) position.unread.push({ field: at, found: kindOf(one) })
  return items.flatMap(({ fitted }) => (fitted === refused ? [] : [fitted]))
}

/** Keeps only the fields that are read, since a vendor's other fields mean nothing here. */
function fitObject(
  { properties = {}, required = [] }: SchemaNode,
  value: unknown,
  position: Position,
): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refused
  const fitted: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(properties)) {
    if (!Object.hasOwn(value, name)) continue
    const field = (value as Record<string, unknown>)[name]
    const isRequired = required.includes(name)
    const at = joined(position.at, name)
    const isSide = position.isSide || !isRequired
    const member = fitValue(schema, field, { at, isSide, unread: position.unread })
    if (member !== refused) fitted[name] = member
    else if (isRequired) return refused
    else if (!isAbsent(field)) position.unread.push({ field: at, found: kindOf(field) })
  }
  return fitted
}

/**
 * A dictionary has names of its own, such as days or ids; like a list's items, each value is read by itself.
 */
function fitDictionary(member: SchemaNode, value: unknown, position: Position): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refused
  const at = joined(position.at, '*')
  const members = Object.entries(value).map(([name, one]) => ({
    name,
    one,
    fitted: fitValue(member, one, { ...position, at }),
  }))
  const bad = members.filter(({ fitted }) => fitted === refused)
  if (bad.length > 0 && !position.isSide) return refused
  for (const { one } of bad) position.unread.push({ field: at, found: kindOf(one) })
  return Object.fromEntries(
    members.flatMap(({ name, fitted }) => (fitted === refused ? [] : [[name, fitted]])),
  )
}

/** A number and its text name the same word. */
function fitWord(schema: SchemaNode, value: unknown): unknown {
  const words = schema.enum ?? (schema.const === undefined ? [] : [schema.const])
  return (
    words.find((word) => plainText(word) === plainText(value) && plainText(value) !== undefined) ?? refused
  )
}
