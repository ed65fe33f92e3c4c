/**
 * Vendors' answers are made of these kinds of fields. Most may be null or missing, whatever is documented.
 */
import { Type, type TProperties, type TSchema } from 'typebox'

export const maybe = <S extends TSchema>(schema: S) => Type.Optional(Type.Union([schema, Type.Null()]))
export const list = <S extends TSchema>(item: S) => maybe(Type.Array(item))
export const part = <P extends TProperties>(properties: P) => maybe(Type.Object(properties))
export const rows = <P extends TProperties>(properties: P) => list(Type.Object(properties))

/** A longer text is no id: records have no room for it, and no URL takes it. */
const longestId = 200

export const TextId = Type.String({ minLength: 1, maxLength: longestId })
export const Id = Type.Union([Type.Integer(), TextId])
export const MaybeId = maybe(Type.Union([Type.Integer(), Type.String()]))
export const Text = maybe(Type.String())
export const Flag = maybe(Type.Boolean())
/** Vendors write amounts and counts as numbers, sometimes as text. */
export const Amount = maybe(Type.Union([Type.Number(), Type.String()]))

/** Gives several fields one shape. */
export const each = <S extends TSchema, N extends string>(schema: S, ...names: N[]) =>
  Object.fromEntries(names.map((name) => [name, schema])) as Record<N, S>
