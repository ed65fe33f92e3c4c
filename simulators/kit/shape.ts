/** Describes vendors' requests: the facts are the vendor's, the descriptions are ours. */
import { Type, type TProperties, type TSchema } from 'typebox'
import type { FieldKind, FieldTable } from './fields.ts'

/** What one route accepts. Without `query` it has no parameters; without `body` its body is not checked. */
export interface RouteShape {
  query?: TSchema
  body?: TSchema
  /** The shape of each element of a list that the vendor checks one by one; the route calls `mistakeIn`. */
  each?: TSchema
}

/** By method and path as the route is registered: `POST /bookings/:id`. */
export type RouteShapes = Readonly<Record<string, RouteShape>>

export const text = Type.String()
export const filled = Type.String({ minLength: 1 })
export const email = Type.String({ format: 'email' })
export const address = Type.String({ format: 'uri' })
export const uuid = Type.String({ format: 'uuid' })
export const day = Type.String({ format: 'date' })
/** ISO 8601 with a time. */
export const moment = Type.String({ format: 'date-time' })
/** A day, with or without a time behind it. */
export const dayOrMoment = Type.String({ format: 'day-or-moment' })
export const clockTime = Type.String({ format: 'clock' })
// Every vendor here that states a size has 32-bit numbers.
const largest = 2_147_483_647
export const int = Type.Integer({ minimum: -largest - 1, maximum: largest })
export const id = Type.Integer({ minimum: 1, maximum: largest })
export const count = Type.Integer({ minimum: 0, maximum: largest })
export const number = Type.Number()
export const price = Type.Number({ minimum: 0 })
export const bool = Type.Boolean()
export const anything = Type.Unknown()
export const currency = Type.String({ pattern: '^[A-Z]{3}$' })
/** Numbers in one text, separated by commas. */
export const ids = Type.String({ pattern: '^\\d+(,\\d+)*$' })

export const between = (minimum: number, maximum: number): TSchema => Type.Integer({ minimum, maximum })
export const upTo = (maxLength: number): TSchema => Type.String({ maxLength })
export const like = (pattern: string): TSchema => Type.String({ pattern })
/** Any JSON schema that the words above do not cover. */
export const schema = (jsonSchema: object): TSchema => Type.Unsafe(jsonSchema)
export const oneOf = (...words: readonly string[]): TSchema => Type.Unsafe({ type: 'string', enum: words })
export const flag = oneOf('0', '1', 'true', 'false')
/** A vendor's 0 or 1 in JSON. */
export const bit = Type.Integer({ minimum: 0, maximum: 1 })
export const list = (items: TSchema, least = 0): TSchema => Type.Array(items, { minItems: least })
export const opt = <S extends TSchema>(schema: S) => Type.Optional(schema)

/** Gives several fields one shape. */
export const each = (schema: TSchema, ...names: readonly string[]): TProperties =>
  Object.fromEntries(names.map((name) => [name, schema]))

/** An object with these fields and no others. */
export const exactly = (fields: TProperties): TSchema => Type.Object(fields, { additionalProperties: false })
/** An object with at least these fields, for vendors that document that they ignore others. */
export const atLeast = (fields: TProperties): TSchema => Type.Object(fields)
/** Makes each of the fields optional. */
export const optional = (fields: TProperties): TProperties =>
  changed(fields, (schema) => Type.Optional(schema))
/** Makes each of the fields nullable. */
export const nullable = (fields: TProperties): TProperties => changed(fields, orNull)
/** An object with any of these fields. */
export const some = (fields: TProperties): TSchema => exactly(optional(fields))

function changed(fields: TProperties, change: (schema: TSchema) => TSchema): TProperties {
  return Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, change(schema)]))
}

interface Plain {
  type?: string
  enum?: unknown[]
}

/** Returns the schema with null allowed. */
export function orNull(schema: TSchema): TSchema {
  const { type, enum: words, ...rest } = schema as TSchema & Plain
  return Type.Unsafe({
    ...rest,
    ...(type === undefined ? {} : { type: [type, 'null'] }),
    ...(words === undefined ? {} : { enum: [...words, null] }),
  })
}

export const someOrNull = (fields: TProperties): TSchema => some(nullable(fields))

const ofKind: Record<FieldKind, TSchema> = {
  id,
  key: filled,
  int,
  number,
  flag: bit,
  bool,
  text,
  day,
  stamp: like('^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$'),
  instant: moment,
  list: Type.Array(Type.Object({})),
  texts: Type.Array(text),
  object: Type.Object({}),
}

/** A change of a record takes these fields, each of which may be null. */
export const fieldsOf = (table: FieldTable): TProperties =>
  Object.fromEntries(Object.entries(table).map(([name, kind]) => [name, Type.Optional(orNull(ofKind[kind]))]))
