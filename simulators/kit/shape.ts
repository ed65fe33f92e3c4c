/** Words in which a vendor's requests are described; the facts are the vendor's, the descriptions are ours. */
import { Type, type TProperties, type TSchema } from 'typebox'
import type { FieldKind, FieldTable } from './fields.ts'

/** What one route takes. Without `query` it takes no parameters, without `body` nobody looks at one. */
export interface RouteShape {
  query?: TSchema
  body?: TSchema
  /** Of each thing of a list, at vendors that judge every one on its own; the route does it with `mistakeIn`. */
  each?: TSchema
}

/** By method and path, as the route is registered: `POST /bookings/:id`. */
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
// Whole numbers have 32 bits at every vendor here that says so.
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
/** Any JSON schema, where no word of these says it. */
export const schema = (given: object): TSchema => Type.Unsafe(given)
export const oneOf = (...words: readonly string[]): TSchema => Type.Unsafe({ type: 'string', enum: words })
export const flag = oneOf('0', '1', 'true', 'false')
/** A vendor's 0 or 1 in JSON. */
export const bit = Type.Integer({ minimum: 0, maximum: 1 })
export const list = (items: TSchema, least = 0): TSchema => Type.Array(items, { minItems: least })
export const opt = <S extends TSchema>(schema: S) => Type.Optional(schema)

/** An object with these fields and no others. */
export const exactly = (fields: TProperties): TSchema => Type.Object(fields, { additionalProperties: false })
/** An object with at least these fields, at vendors that document that they overlook others. */
export const atLeast = (fields: TProperties): TSchema => Type.Object(fields)
/** The same fields, each of which may be left out. */
export const optional = (fields: TProperties): TProperties => each(fields, (schema) => Type.Optional(schema))
/** The same fields, each of which may be null. */
export const nullable = (fields: TProperties): TProperties => each(fields, orNull)
/** An object with any of these fields. */
export const some = (fields: TProperties): TSchema => exactly(optional(fields))

function each(fields: TProperties, change: (schema: TSchema) => TSchema): TProperties {
  return Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, change(schema)]))
}

interface Plain {
  type?: string
  enum?: unknown[]
}

/** The same or null. */
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

/** The fields of a record, each of which may be null, as a change of it takes them. */
export const fieldsOf = (table: FieldTable): TProperties =>
  Object.fromEntries(Object.entries(table).map(([name, kind]) => [name, Type.Optional(orNull(ofKind[kind]))]))
